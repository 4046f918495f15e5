/** How things are shown to people. */

const thousands = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "₦1,250.50", from naira. */
export function naira(amount: number): string {
  return `₦${thousands.format(amount)}`;
}

/** "14:05:09" by this machine's clock. */
export function clockTime(iso: string): string {
  const date = new Date(iso);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** "trf_…8d9e0f": enough to tell two ids of one screen apart. Short ones stay whole. */
export function shortId(id: string): string {
  return id.length <= 18 ? id : `${id.slice(0, id.indexOf('_') + 1)}…${id.slice(-6)}`;
}
