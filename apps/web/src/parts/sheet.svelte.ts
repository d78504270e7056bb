// SPDX-License-Identifier: MIT
// The panel of a screen: which tab it shows and, on a phone, whether it is open.

export class Sheet<Id extends string = string> {
  tab: Id = $state()!;
  open = $state(false);

  constructor(tab: Id) {
    this.tab = tab;
  }

  show(tab: Id): void {
    this.tab = tab;
    this.open = true;
  }
}
