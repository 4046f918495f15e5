/** A check made once more: what was sent then is not kept, so it is sent again; what passed is. */
import type { Context } from '#src/context.ts';
import { Failure, fail } from '#src/errors.ts';
import { fieldRefusals, predicateOf } from '#src/http/field-refusals.ts';
import type { Answer, RouteRequest } from '#src/http/route.ts';
import type { z } from 'zod';
import { expectPresent } from '#src/lib/assert.ts';
import type { TenantKeys } from '#src/organizations/keyring.ts';
import { isAbout, subjectIndexOf } from './check-numbers.ts';
import { type CheckKind, type CheckRow, type CheckTraces, checkKinds, findTracedCheck } from './store.ts';
import { type PersonCheck, subjectOf, validatePerson } from './validate-person.ts';
import { verifyDocument } from './verify-document.ts';
import { verifyTin } from './verify-tin.ts';
import { bvnBody, bvnNinBody, documentBody, ninBody, readClaims, readDocumentNumber, readTaxNumber, type retryBody, taxBody } from './wire.ts';

export type RetriedCheck = CheckRow & CheckTraces;
export type RetryRequest = RouteRequest<z.output<typeof retryBody>, { checkId: string }>;

/**
 * The check, if it may be tried again: it ended against the caller, or in a provider's trouble. A watch list is no matter of trying, nor is what people are deciding or have let pass.
 * @throws Failure record_not_found, check_not_retryable
 */
export async function findRetriable(ctx: Pick<Context, 'db'>, { caller, params }: Pick<RetryRequest, 'caller' | 'params'>): Promise<RetriedCheck> {
  const check = await ctx.db.read(caller.tenantId, (tx) => findTracedCheck(tx, params.checkId));
  if (check === undefined) throw fail('record_not_found', { message: 'No such check.', fix: 'Check the checkId; it comes from GET /kyc/checks.' });
  if (check.outcome === 'passed' || check.outcome === 'blocked' || check.review?.status === 'pending' || check.review?.status === 'passed') throw fail('check_not_retryable', { details: { outcome: check.outcome } });
  return check;
}

/**
 * Tries a check again that no route of a customer's own made, by the rules of its own route, and links the new one to it. It is about the customer the check named.
 * @throws Failure invalid_field for another number or customer, and what that route may refuse
 */
export async function retryCheck(ctx: Context, request: RetryRequest, check: RetriedCheck): Promise<Answer> {
  const keys = await ctx.keyring.of(request.caller.tenantId);
  const { checkId } = check;
  const sent = withCustomer(check, request.body);
  const kind = expectPresent(checkKinds.find((known) => known === check.kind), 'kind of check');
  const again = async (person: PersonCheck): Promise<Answer> => {
    if (!isSubject(keys, check, kind, subjectOf(person))) throw anotherNumber(await otherNumberOf(ctx, request.caller.tenantId, keys, checkId, person));
    return validatePerson(ctx, { ...request, query: {} }, person, check);
  };
  switch (kind) {
    case 'bvn': {
      const body = read(bvnBody, sent);
      return again({ kind, bvn: body.bvn, ...readClaims(body, 'dob') });
    }
    case 'nin': {
      const body = read(ninBody, sent);
      return again({ kind, nin: body.nin, ...readClaims(body, 'dob') });
    }
    case 'bvn_nin': {
      const body = read(bvnNinBody, sent);
      return again({ kind, bvn: body.bvn, nin: body.nin, ...readClaims(body, 'dateOfBirth') });
    }
    case 'document':
    case 'document_face': {
      const body = read(documentBody, sent);
      refuseAnother(keys, check, kind, `${body.docType} ${readDocumentNumber(body.docType, body.documentNumber)}`, '/documentNumber');
      if ((body.selfieImage !== undefined) !== (kind === 'document_face')) {
        throw fail('invalid_field', { field: '/selfieImage', message: kind === 'document' ? 'The check was made without a selfie.' : 'The check was made with a selfie.', fix: 'Send what the check was made of, or make a new one.' });
      }
      return verifyDocument(ctx, { ...request, body }, checkId);
    }
    case 'tin': {
      const body = read(taxBody, sent);
      const { channel, number } = readTaxNumber(body);
      refuseAnother(keys, check, kind, `${channel} ${number}`, '/number');
      return verifyTin(ctx, { ...request, body }, checkId);
    }
    // Faces are compared for customers alone.
    case 'face':
      throw fail('check_not_retryable', { details: { outcome: check.outcome } });
  }
}

/** A check that named nobody may name a customer when it is tried again; one that did names the same. */
function withCustomer({ customerId }: RetriedCheck, body: RetryRequest['body']): RetryRequest['body'] {
  if (customerId === null) return body;
  if (body.customerId !== undefined && body.customerId !== customerId) throw fail('invalid_field', { field: '/customerId', message: 'The check named another customer.', fix: 'Leave customerId out, or make a new check.' });
  return { ...body, customerId };
}

/** A try is about the number of the check: another one is another check. */
function refuseAnother(keys: TenantKeys, check: RetriedCheck, kind: CheckKind, subject: string, field: string): void {
  if (!isSubject(keys, check, kind, subject)) throw anotherNumber(field);
}

function isSubject(keys: TenantKeys, { subjectIndex }: RetriedCheck, kind: CheckKind, subject: string): boolean {
  return subjectIndexOf(keys, kind, subject).equals(subjectIndex);
}

function anotherNumber(field: string | null): Failure {
  return fail('invalid_field', { ...(field === null ? {} : { field }), message: 'This is not the number of the check.', fix: 'Send the number that was checked, or make a new check.' });
}

/** Where the number stands that is another one; null where both are, or where a check of both numbers is too old to tell them apart. */
async function otherNumberOf(ctx: Pick<Context, 'db'>, tenantId: string, keys: TenantKeys, checkId: string, person: PersonCheck): Promise<'/bvn' | '/nin' | null> {
  if (person.kind !== 'bvn_nin') return `/${person.kind}`;
  const { bvn, nin } = person;
  const [sameBvn, sameNin] = await ctx.db.read(tenantId, async (tx) => [await isAbout(tx, keys, checkId, { bvn: [bvn] }), await isAbout(tx, keys, checkId, { nin: [nin] })]);
  if (sameBvn === sameNin) return null;
  return sameBvn === true ? '/nin' : '/bvn';
}

/** The fields of the kind of check and no others. @throws Failure missing_field, invalid_field */
function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body, { error: predicateOf });
  if (parsed.success) return parsed.data;
  const [first, ...others] = fieldRefusals(parsed.error.issues, '', body);
  throw new Failure([expectPresent(first, 'refusal'), ...others]);
}
