import { escapeHtml } from '#src/http/page.ts';
import { nairaOf, receiptRows } from './receipt-rows.ts';
import type { ReceiptData } from './wire.ts';

const style = `
body { margin: 0; background: #f2f4f6; color: #1c2127; font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 34rem; margin: 2rem auto; padding: 2rem; background: #fff; border: 1px solid #dde2e7; border-radius: 8px; }
h1 { font-size: 1.1rem; margin: 0; } .amount { font-size: 2rem; font-weight: 600; margin: 1rem 0 0; } .status { margin: 0 0 1rem; color: #1a7f37; } .reversed { color: #b35900; }
dl { display: grid; grid-template-columns: 10rem 1fr; margin: 0; } dt, dd { margin: 0; padding: .45rem 0; border-top: 1px solid #e7ebee; overflow-wrap: anywhere; } dt { color: #5b6570; }
footer { margin-top: 1.5rem; font-size: .9rem; color: #5b6570; overflow-wrap: anywhere; } .code { font: 600 1.05rem ui-monospace, Menlo, Consolas, monospace; color: #1c2127; }
.sandbox { background: #fff4ce; padding: .5rem .8rem; border-radius: 6px; } a { color: #0a5aa8; }
@media screen and (prefers-color-scheme: dark) {
  body { background: #14171a; color: #e6e9ec; } main { background: #1c2127; border-color: #343b43; } dt, footer { color: #9aa5b1; } dt, dd { border-color: #343b43; }
  .code { color: #e6e9ec; } .status { color: #4ac26b; } .reversed { color: #f0a04b; } .sandbox { background: #4a3b00; } a { color: #7ab8ff; }
}
@media print { * { color: #000 !important; background: #fff !important; } main { border: 0; margin: 0 auto; } .sandbox { border: 1px solid #000; } dt, dd { border-color: #000; } a { text-decoration: none; } }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { border-top: 0; padding-top: 0; } }`;

/** One document that needs nothing else: it can be saved, printed and sent. */
export function receiptHtml(receipt: ReceiptData): string {
  const rows = receiptRows(receipt).filter(([label]) => label !== 'Amount' && label !== 'Status');
  const reversed = receipt.status === 'REVERSED';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Receipt ${escapeHtml(receipt.transactionId)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(receipt.senderBank)}: transaction receipt</h1>
${receipt.environment === 'sandbox' ? '<p class="sandbox">Sandbox: no real money moved.</p>\n' : ''}<p class="amount">${nairaOf(receipt.amount)}</p>
<p class="status${reversed ? ' reversed' : ''}">${reversed ? 'Reversed: the money went back to the sender' : 'Successful'}</p>
<dl>
${rows.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join('\n')}
</dl>
<footer>Verification code <span class="code">${receipt.verificationCode}</span><br>Anybody can check this receipt at <a href="${escapeHtml(receipt.verifyUrl)}">${escapeHtml(receipt.verifyUrl)}</a></footer>
</main>
</body>
</html>
`;
}
