// SPDX-License-Identifier: MIT
// Handing things out: the clipboard, files, a picture made of an SVG.

export function download(name: string, type: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

// The picture at a width in pixels; its height follows from the viewBox.
export async function renderPng(svg: string, width: number): Promise<Blob> {
  const [, , w = 1, h = 1] =
    svg
      .match(/viewBox="([^"]+)"/)?.[1]
      ?.split(/\s+/)
      .map(Number) ?? [];
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((width * h) / w);
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

export function linkTo(letters: string): string {
  return `${location.origin}${location.pathname}#g=${letters.trim()}`;
}
