/** Readers of what stands behind `?` in an address: what cannot be read is left out. */

export function readPageNumber(search: Record<string, unknown>): { page?: number } {
  const page = Number(search['page']);
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? { page } : {};
}

/** The text of each named parameter that is one. */
export function readTexts<Name extends string>(search: Record<string, unknown>, names: readonly Name[]): { [K in Name]?: string } {
  return Object.fromEntries(names.flatMap((name) => {
    const value = search[name];
    return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[name, String(value)]] : [];
  })) as { [K in Name]?: string };
}
