/** How the records of a contracting process lie in files. */
import type { LayoutFile } from '../pack.ts';

const file = (path: string, ...kinds: readonly string[]): LayoutFile => ({ path, kinds });

const RELEASES = ['tender_value', 'tender_option', 'removal', 'charge_list', 'tender_period', 'release'] as const;

export const PROCUREMENT_LAYOUTS: readonly (readonly LayoutFile[])[] = [
  [
    file('notice/process.json', 'process', 'lot', 'option', 'recurring'), file('notice/changes.log', 'prior_notice', 'change'), file('archive/contracts.csv', 'earlier_contract'),
    file('releases/package.json', ...RELEASES), file('bids/register.xlsx', 'rival'), file('bids/offer-form.docx', 'offer', 'discount', 'combined_offer', 'single_offer', 'ranked_lot'),
    file('bids/bill-of-quantities.csv', 'bill'), file('qualification/evidence.yaml', 'turnover', 'support', 'reference', 'certificate'),
    file('qualification/registers.sqlite', 'arrears', 'judgment', 'cleaning'), file('evaluation/marks.xlsx', 'mark', 'declaration'),
    file('mail/0007-award.eml', 'award', 'challenge'), file('contract/file.md', 'contract', 'amendment', 'suspension', 'hindrance', 'delivery', 'price_index', 'advance'),
    file('accounts/invoices.csv', 'invoice'), file('review/established.md', 'given'),
  ],
  [
    file('mail/0001-call.eml', 'process'), file('planning/needs.xlsx', 'lot', 'option', 'recurring', 'earlier_contract'), file('journal/announcements.yaml', 'prior_notice', 'change'),
    file('releases/history.yaml', ...RELEASES), file('opening/minutes.docx', 'rival'), file('opening/offer.json', 'offer', 'discount'), file('opening/bill.xlsx', 'bill'),
    file('opening/lots.md', 'combined_offer', 'single_offer', 'ranked_lot'), file('bidder/statements.docx', 'turnover', 'support'), file('bidder/references.csv', 'reference'),
    file('bidder/extracts.conf', 'certificate', 'arrears', 'judgment', 'cleaning'), file('panel/marks.csv', 'mark'), file('panel/declarations.log', 'declaration'),
    file('award/letters.json', 'award', 'challenge'), file('works/diary.sqlite', 'contract', 'amendment', 'suspension', 'hindrance', 'delivery'),
    file('works/price.yaml', 'price_index', 'advance'), file('mail/0019-invoices.eml', 'invoice'), file('review/established.docx', 'given'),
  ],
  [
    file('case/process.conf', 'process'), file('case/lots.csv', 'lot'), file('case/estimate.md', 'option', 'recurring'), file('case/earlier.json', 'earlier_contract'),
    file('case/gazette.docx', 'prior_notice', 'change'), file('ocds/releases.xlsx', ...RELEASES), file('bids/received.csv', 'rival'), file('mail/0004-offer.eml', 'offer', 'discount'),
    file('bids/bill.sqlite', 'bill'), file('bids/lots.yaml', 'combined_offer', 'single_offer', 'ranked_lot'), file('bidder/economic.xlsx', 'turnover', 'support', 'reference'),
    file('bidder/suitability.json', 'certificate', 'arrears', 'judgment', 'cleaning'), file('panel/sheet.docx', 'mark', 'declaration'), file('award/log.log', 'award', 'challenge'),
    file('contract/terms.yaml', 'contract', 'price_index', 'advance'), file('contract/changes.csv', 'amendment'), file('contract/site.log', 'suspension', 'hindrance', 'delivery'),
    file('accounts/invoices.xlsx', 'invoice'), file('mail/0011-figures-so-far.eml', 'given'),
  ],
  [
    file('record/process.yaml', 'process', 'lot', 'option', 'recurring', 'earlier_contract'), file('record/notices.csv', 'prior_notice'), file('mail/0003-change.eml', 'change'),
    file('record/releases.sqlite', ...RELEASES), file('tender/rivals.json', 'rival'), file('tender/form.md', 'offer', 'discount', 'combined_offer'), file('tender/ranking.xlsx', 'single_offer', 'ranked_lot'),
    file('tender/bill.docx', 'bill'), file('checks/turnover.csv', 'turnover'), file('checks/support.eml', 'support'), file('checks/references.xlsx', 'reference', 'certificate'),
    file('checks/registers.log', 'arrears', 'judgment', 'cleaning'), file('scores/marks.sqlite', 'mark', 'declaration'), file('after/award.docx', 'award', 'challenge'),
    file('after/contract.json', 'contract', 'amendment', 'suspension', 'hindrance', 'delivery'), file('after/prices.csv', 'price_index'), file('after/advance.conf', 'advance'),
    file('after/payments.yaml', 'invoice'), file('after/established.yaml', 'given'),
  ],
];
