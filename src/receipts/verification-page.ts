/** The public page at `/receipts/{code}`: whoever was handed a receipt can ask whether it is genuine. */
import type { Context } from '#src/context.ts';
import { escapeHtml, page } from '#src/http/page.ts';
import type { PublicPage } from '#src/http/public-page.ts';
import { verifyPublicly } from './receipt.ts';
import { verifiedRows } from './receipt-rows.ts';

export function verificationPage(ctx: Context): PublicPage {
  return {
    path: '/receipts/:code',
    async render(code) {
      const receipt = await verifyPublicly(ctx, code);
      if (receipt === null) {
        return { httpStatus: 404, html: page('Not found', '<h1>No receipt has this code</h1>\n<p>Check the code against the receipt. If it is typed as printed, the receipt is not genuine.</p>') };
      }
      const rows = verifiedRows(receipt).map(([label, value]) => `<div class="entry"><h3>${escapeHtml(label)}</h3><p>${escapeHtml(value)}</p></div>`).join('\n');
      const note = receipt.environment === 'sandbox' ? '\n<p class="soft">Sandbox: no real money moved.</p>' : '';
      return { httpStatus: 200, html: page('Receipt confirmed', `<h1>This receipt is genuine</h1>\n<p>Code <code>${receipt.verificationCode}</code></p>${note}\n${rows}`) };
    },
  };
}
