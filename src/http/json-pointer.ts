/** Appends one step to a JSON pointer (RFC 6901). A step longer than 100 characters is cut: it is the caller's own text. */
export function pointerTo(parent: string, step: PropertyKey): string {
  const text = String(step).slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
  return `${parent}/${text}`;
}
