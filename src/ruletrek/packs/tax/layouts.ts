/** How the records of a return lie in files. */
import type { LayoutFile } from '../pack.ts';

const file = (path: string, ...kinds: readonly string[]): LayoutFile => ({ path, kinds });

export const TAX_LAYOUTS: readonly (readonly LayoutFile[])[] = [
  [
    file('intake/household.yaml', 'return', 'person'), file('payroll/statements.csv', 'w2'), file('bank/income.json', 'interest', 'dividend', 'benefit'),
    file('brokerage/sales.xlsx', 'lot', 'carryover'), file('books/ledger.sqlite', 'ledger'), file('receipts/expenses.csv', 'expense'),
    file('payments/transfers.log', 'payment'), file('review/worksheet.md', 'given'),
  ],
  [
    file('mail/0001-household.eml', 'return', 'person'), file('payroll/w2.xlsx', 'w2'), file('bank/forms.yaml', 'interest', 'dividend'),
    file('benefits/letters.docx', 'benefit'), file('brokerage/trades.sqlite', 'lot', 'carryover'), file('books/cash-book.csv', 'ledger'),
    file('home/expenses.xlsx', 'expense'), file('payments/receipts.conf', 'payment'), file('review/worksheet.docx', 'given'),
  ],
  [
    file('client/profile.conf', 'return', 'person'), file('client/employers.json', 'w2'), file('client/statements.docx', 'interest', 'dividend'),
    file('client/benefits.csv', 'benefit'), file('client/disposals.md', 'lot', 'carryover'), file('client/business.xlsx', 'ledger'),
    file('client/outgoings.sqlite', 'expense'), file('mail/0002-payments.eml', 'payment'), file('mail/0003-figures-so-far.eml', 'given'),
  ],
  [
    file('case/people.json', 'return', 'person'), file('case/imports.log', 'w2', 'interest', 'dividend'), file('case/benefits.yaml', 'benefit'),
    file('case/lots.csv', 'lot'), file('case/carryover.conf', 'carryover'), file('case/journal.md', 'ledger'), file('case/receipts.docx', 'expense'),
    file('case/payments.xlsx', 'payment'), file('case/established.yaml', 'given'),
  ],
];
