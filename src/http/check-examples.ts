/** Holds a route's own examples against its schemas, so that the reference never shows a call that would be refused. */
import { createAnswerCheck } from './check-answer.ts';
import { success } from './envelope.ts';
import { fieldRefusals, predicateOf } from './field-refusals.ts';
import type { Answer, DeclaredRoute } from './route.ts';

/** One line per fault of `requestExample` and `responseExample`; empty when both fit. For the contract tests. */
export function exampleFaults(route: DeclaredRoute): string[] {
  return [...requestFaults(route), ...responseFaults(route)].map((fault) => `${route.operationId}: ${fault}`);
}

function requestFaults(route: DeclaredRoute): string[] {
  if (route.body === undefined) return [];
  if (route.requestExample === undefined) return ['a body without a request example'];
  const result = route.body.safeParse(route.requestExample.value, { error: predicateOf });
  if (result.success) return [];
  return fieldRefusals(result.error.issues, '', route.requestExample.value).map((refusal) => `request example: ${refusal.message ?? refusal.code}`);
}

function responseFaults(route: DeclaredRoute): string[] {
  const difference = createAnswerCheck(route, []).answer(exampleAnswer(route.responseExample.value));
  return difference === null ? [] : [`response example: ${difference}`];
}

/** The answer an example stands for: it is its `data`, or a whole envelope where further top-level keys must be shown. */
function exampleAnswer(value: unknown): Answer {
  const example = exampleEnvelope(value);
  return example === value ? { httpStatus: 200, body: JSON.stringify(value) } : success(value);
}

/** The whole envelope of a response example. */
export function exampleEnvelope(value: unknown): unknown {
  const isWhole = typeof value === 'object' && value !== null && 'statusCode' in value && 'data' in value;
  return isWhole ? value : { statusCode: '00', message: 'Successful', data: value, errors: [] };
}
