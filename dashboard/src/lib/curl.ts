/** A call of the API as a line for a shell. The token and the requestId are placeholders: nobody's are shown. */

export type ShownCall = { method: string; /** Below the root, with its query. */ path: string; body?: unknown; headers?: Readonly<Record<string, string>> };

export function curlOf({ method, path, body, headers = {} }: ShownCall): string {
  const lines = [
    `curl -s ${method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `}"$API${path}"`,
    '-H "Authorization: Bearer $TOKEN"',
    '-H "requestId: $(uuidgen)"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return lines.join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
