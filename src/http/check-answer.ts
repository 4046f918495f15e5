/** In tests and development each answer is held against what its route declares. In production nothing of this runs. */
import type { Logger } from 'pino';
import { z } from 'zod';
import { type ErrorCode, fail, Failure } from '#src/errors.ts';
import type { Answer, DeclaredRoute } from './route.ts';

/** What differs from the declaration, or null. Names places and codes, never values. */
export type AnswerCheck = {
  answer(answer: Answer): string | null;
  failure(failure: Failure): string | null;
};

const failureBody = z.object({
  statusCode: z.string(),
  message: z.string(),
  data: z.strictObject({}),
  errors: z.array(z.object({ code: z.string() })).min(1),
});

/** Builds the check once per route. A success must fit `data` and `envelope`; each code of a refusal must be among the `codes`. */
export function createAnswerCheck(route: DeclaredRoute, codes: Iterable<ErrorCode>): AnswerCheck {
  const success = z.strictObject({
    statusCode: z.literal('00'),
    message: z.string().min(1),
    data: route.data,
    errors: z.tuple([]),
    ...route.envelope,
  });
  const declared = new Set<string>(codes);

  const undeclared = (answered: readonly string[]): string | null => {
    const unknown = answered.filter((code) => !declared.has(code));
    return unknown.length === 0 ? null : `undeclared errors: ${unknown.join(', ')}`;
  };

  return {
    failure: (failure) => undeclared(failure.refusals.map((refusal) => refusal.code)),
    answer(answer) {
      const mediaType = (answer.contentType ?? 'application/json').split(';')[0] ?? '';
      if (mediaType !== 'application/json') return route.otherMedia?.includes(mediaType) === true ? null : `media type ${mediaType} is not declared`;
      if (answer.stream !== undefined) return 'a stream needs a media type of its own';
      const body = parsed(answer.body);
      if (answer.httpStatus === 200) {
        const result = success.safeParse(body);
        return result.success ? null : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
      }
      const failure = failureBody.safeParse(body);
      return failure.success ? undeclared(failure.data.errors.map((entry) => entry.code)) : `status ${answer.httpStatus} without the envelope of a refusal`;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The route's handler, whose every answer and refusal is held against the route's declaration. */
export function heldToDeclaration<Request extends { requestId: string | undefined }>(route: DeclaredRoute, codes: Iterable<ErrorCode>, handle: (request: Request) => Promise<Answer>, log: Logger): (request: Request) => Promise<Answer> {
  const check = createAnswerCheck(route, codes);
  const refuse = (requestId: string | undefined, difference: string | null): void => {
    if (difference === null) return;
    log.error({ operationId: route.operationId, requestId, difference }, 'answer differs from its declaration');
    throw fail('internal_error');
  };
  return async (request) => {
    try {
      const answer = await handle(request);
      refuse(request.requestId, check.answer(answer));
      return answer;
    } catch (error) {
      if (error instanceof Failure) refuse(request.requestId, check.failure(error));
      throw error;
    }
  };
}
