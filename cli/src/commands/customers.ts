import type { ListCustomersItem } from '../../../sdk/src/index.ts';
import { wordsOf } from '../arguments.ts';
import type { Command, Invocation } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { facts, table } from '../terminal.ts';
import { UsageError } from '../trouble.ts';

/** Rows for people; --json has the same page. */
const pageSize = 20;

export const customersCommand: Command = {
  name: 'customers',
  summary: 'List customers, or read one.',
  usage: '[list | get ID]',
  options: {
    search: { value: 'TEXT', describe: 'Beginnings of words of a name or e-mail address, a customerId or a phone number.' },
    page: { value: 'NUMBER', describe: 'Page of the list, from 1.' },
  },
  words: ['list', 'get'],
  examples: ['openteller customers list --search ada', 'openteller customers get 4830127756'],
  async run(invocation) {
    const [what = 'list', id] = invocation.arguments.words;
    if (what === 'list') return list(invocation);
    if (what === 'get' && id !== undefined) return read(invocation, id);
    throw new UsageError(what === 'get' ? 'Which customer?' : `customers cannot ${what}.`, `Write openteller customers ${customersCommand.usage}`);
  },
};

async function list({ arguments: given, terminal, session }: Invocation): Promise<number> {
  wordsOf(customersCommand, given, 0, 1);
  const { teller } = await session();
  const search = given.text('search');
  const page = await teller.customers.listCustomers({ page: pageOf(given.text('page')), pageSize, ...(search === undefined ? {} : { search }) });
  terminal.document(page);
  table(terminal, ['customerId', 'tier', 'status', 'phone', 'name'], page.items.map((item) => ['businessName' in item ? item.customerNumber : item.customerId, item.kycTier, item.status, item.phone, nameOf(item)]));
  terminal.line(terminal.paint.faint(`${page.items.length} of ${page.total}${page.currentPage * pageSize < page.total ? `; more with --page ${page.currentPage + 1}` : ''}`));
  return exitCodes.done;
}

async function read({ arguments: given, terminal, session }: Invocation, id: string): Promise<number> {
  wordsOf(customersCommand, given, 2);
  const { teller } = await session();
  const customer = await teller.customers.readCustomer(id);
  terminal.document(customer);
  const { customerId, firstName, otherName, surname, classType, status, kycTier, phone, email, dateOfBirth, bvn } = customer;
  facts(terminal, [
    ['customerId', terminal.paint.strong(customerId)], ['business', 'businessName' in customer ? customer.businessName : null], ['name', [firstName, otherName ?? '', surname].filter((part) => part !== '').join(' ')], ['class', classType], ['status', status],
    ['tier', kycTier], ['phone', phone], ['email', email], ['born', dateOfBirth], ['bvn', bvn],
  ]);
  return exitCodes.done;
}

function nameOf(item: ListCustomersItem): string {
  return 'businessName' in item ? item.businessName : `${item.firstName} ${item.surname}`;
}

/** @throws UsageError */
export function pageOf(text = '1'): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError(`${text} is no page.`, 'Pages count from 1.');
}
