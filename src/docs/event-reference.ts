/** The events for readers and for machines: a page with a table of fields and an example for each kind, and an AsyncAPI document. Made from the OpenAPI document's webhooks. */
import { isRecord } from '#src/lib/assert.ts';
import { escapeHtml } from '#src/http/page.ts';
import type { PageFacts } from '#src/http/static-page.ts';
import type { Heading } from './markdown.ts';

type ListedEvent = { kind: string; summary: string; schema: Record<string, unknown>; example: unknown };

function listEvents(document: PageFacts['document']): ListedEvent[] {
  return Object.entries(isRecord(document['webhooks']) ? document['webhooks'] : {}).map(([kind, item]) => {
    const post = isRecord(item) && isRecord(item['post']) ? item['post'] : {};
    const body = isRecord(post['requestBody']) && isRecord(post['requestBody']['content']) ? post['requestBody']['content']['application/json'] : {};
    return { kind, summary: String(post['summary'] ?? ''), schema: isRecord(body) && isRecord(body['schema']) ? body['schema'] : {}, example: isRecord(body) ? body['example'] : null };
  });
}

const lead = 'Each event is posted to the webhooks that selected its kind, and stands in GET /events. Every body has event, data, id, createdAt, environment, apiVersion and sequence; this page shows what is in data. ' +
  'Fields may be added: take what you know and pass over the rest.';

export function eventsBody({ document }: PageFacts): { html: string; headings: Heading[] } {
  const events = listEvents(document);
  const headings = events.map(({ kind }): Heading => ({ level: 2, id: idOf(kind), text: kind }));
  const html = `<h1>Events</h1>
<p>${escapeHtml(lead)} <a href="/docs/webhooks">How they arrive and how to check them</a>. For machines: <a href="/asyncapi.json">AsyncAPI</a>.</p>
${events.map(section).join('\n')}`;
  return { html, headings };
}

/** The page without its frame, for who reads Markdown. */
export function eventsMarkdown({ document }: PageFacts): string {
  const sections = listEvents(document).map(({ kind, summary, schema, example }) =>
    `## ${kind}\n\n${summary}\n\n${fieldsOf(schema).map(({ name, type, optional, meaning }) => `- \`${name}\` (${type}${optional ? ', optional' : ''}) ${meaning}`).join('\n')}\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``);
  return `# Events\n\n${lead}\n\n${sections.join('\n\n')}\n`;
}

function section({ kind, summary, schema, example }: ListedEvent): string {
  const rows = fieldsOf(schema).map(({ name, type, optional, meaning }) =>
    `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(type)}${optional ? ', optional' : ''}</td><td>${escapeHtml(meaning)}</td></tr>`);
  return `<h2 id="${idOf(kind)}"><a class="anchor" href="#${idOf(kind)}"><code>${escapeHtml(kind)}</code></a></h2>
<p>${escapeHtml(summary)}</p>
<div class="scroll"><table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>
<pre data-language="json"><code>${escapeHtml(JSON.stringify(example, null, 2))}</code></pre>`;
}

/** Fields of `data`. */
function fieldsOf(schema: Record<string, unknown>): { name: string; type: string; optional: boolean; meaning: string }[] {
  const data = isRecord(schema['properties']) && isRecord(schema['properties']['data']) ? schema['properties']['data'] : {};
  const required = Array.isArray(data['required']) ? data['required'] : [];
  return Object.entries(isRecord(data['properties']) ? data['properties'] : {}).map(([name, field]) => ({
    name, type: typeOf(isRecord(field) ? field : {}), optional: !required.includes(name), meaning: isRecord(field) && typeof field['description'] === 'string' ? field['description'] : '',
  }));
}

function typeOf(field: Record<string, unknown>): string {
  if (Array.isArray(field['enum'])) return field['enum'].join(' | ');
  if (field['const'] !== undefined) return String(field['const']);
  return Array.isArray(field['type']) ? field['type'].join(' or ') : String(field['type'] ?? 'any');
}

const idOf = (kind: string): string => kind.replaceAll(/[^a-z0-9]+/g, '-');

export function asyncApi({ document, publicUrl, version }: PageFacts): string {
  const events = listEvents(document);
  return `${JSON.stringify({
    asyncapi: '3.0.0',
    info: { title: 'Openteller events', version, description: `${lead} Signed as ${publicUrl}/docs/webhooks says.`, license: { name: 'Apache-2.0' } },
    defaultContentType: 'application/json',
    channels: {
      webhook: {
        address: null,
        description: 'The address you gave when you created the webhook. Any 2xx acknowledges an event.',
        messages: Object.fromEntries(events.map(({ kind }) => [kind, { $ref: `#/components/messages/${kind}` }])),
      },
    },
    operations: { receiveEvent: { action: 'send', channel: { $ref: '#/channels/webhook' }, summary: 'The service sends an event to you.' } },
    components: {
      messages: Object.fromEntries(events.map(({ kind, summary, schema, example }) => [kind, { name: kind, title: kind, summary, payload: schema, examples: [{ payload: example }] }])),
    },
  }, null, 2)}\n`;
}
