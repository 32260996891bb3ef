// The page without a framework: decisions are made in the custom element.
import { DemoPage } from './demo-page.mjs';

export class PlainPage extends DemoPage {
  approval() {
    return this.page.getByRole('group', { name: /^Allow / });
  }

  async deny(reason) {
    await this.page.getByRole('button', { name: 'Deny with a reason…' }).click();
    await this.page.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await this.page.getByRole('button', { name: 'Deny for this reason' }).click();
  }
}
