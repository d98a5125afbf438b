import { operations } from '#contract/integration/logs'
import type { FormValues } from '#services/pages/form-values'
import type { ConsolePages, PathParams } from '../frame/console-pages.ts'
import { notAllowed, notThere } from '../frame/path-ids.ts'
import { countOf } from '../parts/numbers.ts'
import { offsetOf, PAGE_SIZE } from '../parts/pages.ts'
import { ledgerView, resyncView } from './ledger.page.ts'

const SECTION = '/ledger'

type Level = 'Information' | 'Warning' | 'Error'
type Kind = 'Contact' | 'Invoice' | 'Payment' | 'Credit' | 'Refund' | 'WriteOff'
const LEVELS: ReadonlySet<string> = new Set(['Information', 'Warning', 'Error'])
const KINDS: ReadonlySet<string> = new Set(['Contact', 'Invoice', 'Payment', 'Credit', 'Refund', 'WriteOff'])

const oneOf = <Value extends string>(values: ReadonlySet<string>, sent: string | undefined): Value | null =>
  sent !== undefined && values.has(sent) ? (sent as Value) : null

const filterOf = (query: FormValues) => ({
  DateRange: query.get('range') ?? null,
  LogMessageLevel: oneOf<Level>(LEVELS, query.get('level')),
  Type: oneOf<Kind>(KINDS, query.get('type')),
  ContactName: query.get('contact') ?? null,
})

/** The log of the ledger sync, and what to send again. */
export const ledgerPages = (pages: ConsolePages): void => {
  pages.page({ path: SECTION, section: SECTION }, async (user, { query }) => {
    const { body } = await user.call(operations.searchLedgerLog, {
      body: { ...filterOf(query), Take: String(PAGE_SIZE), Skip: String(offsetOf(query)) },
    })
    return ledgerView(user, query, body)
  })

  pages.action({ path: '/ledger/:execution/resync', back: () => SECTION }, async (user, form, params) => {
    await user.call(operations.runLedgerTransactionSync, { params: { executionid: executionId(params) } })
    return {
      path: SECTION,
      notice: `${form.get('document') ?? 'The document'} is queued again. It waits to be sent; reload this list to see the result.`,
    }
  })

  pages.page({ path: '/ledger/resync', section: SECTION }, async (user) => {
    if (!user.can('logs:write')) throw notAllowed('send documents to the ledger again')
    const { body } = await user.call(operations.previewLedgerMassResync, { body: { LogMessageLevel: 'Error' } })
    return resyncView(user, body)
  })

  pages.action({ path: '/ledger/resync', back: () => SECTION }, async (user) => {
    const preview = await user.call(operations.previewLedgerMassResync, { body: { LogMessageLevel: 'Error' } })
    await user.call(operations.startLedgerMassResync, { body: preview.body })
    return {
      path: SECTION,
      notice: `${countOf(preview.body.FailedSyncs, 'document is', 'documents are')} queued again.`,
    }
  })
}

const executionId = ({ execution = '' }: PathParams): string => {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(execution)) return execution
  throw notThere()
}
