import { adaptersOf, type Context } from '#src/context.ts';
import { Failure, fail, type Refusal } from '#src/errors.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { withDeadline } from '#src/lib/deadline.ts';
import type { Image } from '#src/lib/images.ts';
import { askProvider, keyedInput, questionOf } from './ask-provider.ts';
import type { DocumentQuestion } from './document-reader.ts';
import { type JudgedReading, judgeReading } from './judge-reading.ts';
import { expectNamedCustomer } from './named-customer.ts';
import type { IdentityProvider } from './providers/identity-provider.ts';
import { readImages } from './read-image.ts';
import { recordCheck } from './record-check.ts';
import { failureOf, judgeDocument, type Verdict } from './verdict.ts';
import { readDocumentNumber } from './wire.ts';

export type DocumentBody = { docType: 'DR' | 'IP'; docImage: string; documentNumber: string; selfieImage?: string | undefined; customerId?: string | undefined };

/** With a provider's fifteen seconds before it, still within the minute a requestId stays taken. */
const readingMs = 40_000;
/** What the record calls our own reader. */
const localReader = 'local';

/**
 * Reads a document and holds it against its number, and against the selfie where one was sent. No picture is kept, but where a person must decide.
 * @throws Failure service_unavailable when too many documents wait already; customer_not_found, customer_disabled of a customer who was named
 */
export async function verifyDocument(ctx: Context, request: RouteRequest<DocumentBody>, retryOf?: string): Promise<Answer> {
  const { docType, customerId = null } = request.body;
  const { documentNumber, image, selfie } = readSent(request.body);
  const provider = adaptersOf(ctx, request.caller.environment).identity;
  const reference = questionOf(provider, request);
  const keys = await ctx.keyring.of(request.caller.tenantId);

  const input = { docType, documentNumber, docImage: image.sha256.toString('hex'), selfieImage: selfie?.sha256.toString('hex'), ...(customerId === null ? {} : { customerId }) };
  const question = { docType, documentNumber, image: image.bytes, ...(selfie === undefined ? {} : { selfie: selfie.bytes }) };
  const ask = async (): Promise<JudgedReading & { provider: string }> => {
    await expectNamedCustomer(ctx, request.caller.tenantId, customerId);
    const verdict = await askAround(ctx, provider, question, reference);
    return verdict === null ? { ...await readHere(ctx, question), provider: localReader } : { verdict, reading: null, provider: provider.name };
  };
  const answer = await ctx.requests.around(request, keyedInput(keys, input), ask, async (tx, judged) => {
    const kind = selfie === undefined ? 'document' : 'document_face';
    const checkId = await recordCheck(ctx, tx, request, {
      kind, subject: `${docType} ${documentNumber}`, customerId, named: customerId !== null, retryOf, ...judged, pictures: { document: image.bytes, ...(selfie === undefined ? {} : { selfie: selfie.bytes }) },
    });
    // A check for a person to decide names itself, so that the decision can be found.
    return failureOf(judged.verdict, judged.verdict.outcome === 'review' ? { checkId } : {}) ?? success({}, { message: selfie === undefined ? 'Document and number are consistent' : 'Document, number and selfie are consistent' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}

/** Number and pictures, in one answer with all that is wrong with them. @throws Failure invalid_field */
function readSent({ docType, documentNumber, docImage, selfieImage }: DocumentBody): { documentNumber: string; image: Image; selfie: Image | undefined } {
  const refusals: Refusal[] = [];
  const gather = <Value>(read: () => Value): Value | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refusals.push(...error.refusals);
      return undefined;
    }
  };
  const number = gather(() => readDocumentNumber(docType, documentNumber));
  const images = gather(() => readImages({ docImage, selfieImage }));
  const [first, ...others] = refusals;
  if (first !== undefined) throw new Failure([first, ...others]);
  return { documentNumber: expectPresent(number, 'documentNumber'), image: expectPresent(images?.['docImage'], 'docImage'), selfie: images?.['selfieImage'] };
}

/** The provider's verdict where the operator wants it first, or where it can bring results about on request (the sandbox's); null: read it here. */
async function askAround(ctx: Context, provider: IdentityProvider, question: DocumentQuestion, reference: { reference: string; scenario?: string }): Promise<Verdict | null> {
  if (ctx.config.documentReader === 'local' && provider.scenarios === undefined) return null;
  const answer = await askProvider((signal) => provider.readDocument({ ...question, ...reference }, signal));
  return answer.outcome === 'unsupported' ? null : judgeDocument(answer, question.selfie !== undefined);
}

async function readHere(ctx: Context, question: DocumentQuestion): Promise<JudgedReading> {
  const answer = await withDeadline(readingMs, (signal) => ctx.documents.read(question, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return { outcome: 'unavailable', detail: 'it took too long' } as const;
  }));
  if (answer.outcome === 'busy') throw fail('service_unavailable', { message: 'Too many documents are being read.', retryAfterSeconds: answer.retryAfterSeconds });
  if (answer.outcome === 'unavailable') ctx.log.warn({ detail: answer.detail }, 'a document was not read');
  return judgeReading(answer);
}
