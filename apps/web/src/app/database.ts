// SPDX-License-Identifier: MIT
// A database of the browser (IndexedDB) as promises: opened when it is first wanted, and again when
// it was closed or failed.

// Returns a function that opens the database; `build` creates the stores of a new one.
export function database(name: string, build: (db: IDBDatabase) => void): () => Promise<IDBDatabase> {
  let opening: Promise<IDBDatabase> | undefined;
  const open = (): Promise<IDBDatabase> =>
    new Promise((done, failed) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => build(request.result);
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close();
        request.result.onclose = () => (opening = undefined);
        done(request.result);
      };
      request.onerror = () => failed(request.error ?? new Error("no database"));
      request.onblocked = () => failed(new Error("the database is blocked"));
    });
  return () =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined; // the next one tries again
      throw error;
    }));
}

export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error("no answer"));
  });
}

// That all of a change is written, or nothing.
export function ended(change: IDBTransaction): Promise<void> {
  return new Promise((done, failed) => {
    change.oncomplete = () => done();
    change.onabort = () => failed(change.error ?? new Error("not written"));
  });
}
