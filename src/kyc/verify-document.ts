import { adaptersOf, type Context } from '#src/context.ts';
import { success } from '#src/http/envelope.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import { expectPresent } from '#src/lib/assert.ts';
import { askProvider, keyedInput, questionOf } from './ask-provider.ts';
import { readImages } from './read-image.ts';
import { recordCheck } from './record-check.ts';
import { failureOf, judgeDocument } from './verdict.ts';
import { readDocumentNumber } from './wire.ts';

export type DocumentBody = { docType: 'DR' | 'IP'; docImage: string; documentNumber: string; selfieImage?: string | undefined };

/** Reads a document and holds it against its number, and against the selfie where one was sent. No picture is kept. */
export async function verifyDocument(ctx: Context, request: RouteRequest<DocumentBody>): Promise<Answer> {
  const { docType, docImage, selfieImage } = request.body;
  const documentNumber = readDocumentNumber(docType, request.body.documentNumber);
  const images = readImages({ docImage, selfieImage });
  const image = expectPresent(images['docImage'], 'docImage');
  const selfie = images['selfieImage'];
  const provider = adaptersOf(ctx, request.caller.environment).identity;
  const question = questionOf(provider, request);
  const keys = await ctx.keyring.of(request.caller.tenantId);

  const input = { docType, documentNumber, docImage: image.sha256.toString('hex'), selfieImage: selfie?.sha256.toString('hex') };
  const ask = async () => judgeDocument(await askProvider((signal) =>
    provider.readDocument({ docType, documentNumber, image: image.bytes, ...(selfie === undefined ? {} : { selfie: selfie.bytes }), ...question }, signal)));
  const answer = await ctx.requests.around(request, keyedInput(keys, input), ask, async (tx, verdict) => {
    const kind = selfie === undefined ? 'document' : 'document_face';
    await recordCheck(ctx, tx, request, { kind, subject: `${docType} ${documentNumber}`, customerId: null, provider: provider.name, verdict });
    return failureOf(verdict) ?? success({}, { message: 'Document verified' });
  });
  ctx.wake('webhook_delivery');
  return answer;
}
