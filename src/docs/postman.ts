/** The API as a Postman collection (v2.1): every call with its example, a token that is fetched by itself, and a fresh requestId each time. */
import type { PageFacts } from '#src/http/static-page.ts';
import { type ListedOperation, listOperations } from './operations.ts';

export function postmanCollection({ document, publicUrl, version }: PageFacts): string {
  const operations = listOperations(document).filter(({ path }) => path !== '/auth/token');
  const folders = [...new Set(operations.map(({ tag }) => tag))];
  return `${JSON.stringify({
    info: {
      name: 'Openteller',
      description: 'Set clientId and clientSecret in the collection\'s variables; the token is fetched and renewed by the collection itself.',
      version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{accessToken}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: `${publicUrl}/sandbox/v1` },
      { key: 'clientId', value: '' },
      { key: 'clientSecret', value: '', type: 'secret' },
      { key: 'accessToken', value: '', type: 'secret' },
      { key: 'tokenEndsAt', value: '0' },
    ],
    event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: tokenScript } }],
    item: folders.map((name) => ({ name, item: operations.filter(({ tag }) => tag === name).map(item) })),
  }, null, 2)}\n`;
}

const tokenScript = [
  "if (Number(pm.collectionVariables.get('tokenEndsAt')) < Date.now()) {",
  "  const pair = pm.collectionVariables.get('clientId') + ':' + pm.collectionVariables.get('clientSecret');",
  "  pm.sendRequest({ url: pm.collectionVariables.get('baseUrl') + '/auth/token', header: { Authorization: 'Bearer ' + btoa(pair) } }, (error, answer) => {",
  '    if (error || answer.code !== 200) { console.error(error || answer.text()); return; }',
  '    const { accessToken, expiresAt } = answer.json().data;',
  "    pm.collectionVariables.set('accessToken', accessToken);",
  "    pm.collectionVariables.set('tokenEndsAt', String(Date.now() + (Number(expiresAt) - 60) * 1000));",
  '  });',
  '}',
];

function item({ method, path, summary, description, requestExample, query }: ListedOperation): Record<string, unknown> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1').split('/');
  return {
    name: summary,
    request: {
      method,
      description,
      header: [
        { key: 'requestId', value: '{{$guid}}' },
        ...(requestExample === null ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(names.length === 0 ? {} : { variable: names.map((key) => ({ key, value: '' })) }),
        ...(query.length === 0 ? {} : { query: query.map(({ name, required }) => ({ key: name, value: name === 'page' ? '1' : name === 'pageSize' ? '10' : '', disabled: !required && name !== 'page' && name !== 'pageSize' })) }),
      },
      ...(requestExample === null ? {} : { body: { mode: 'raw', raw: JSON.stringify(requestExample, null, 2), options: { raw: { language: 'json' } } } }),
    },
  };
}
