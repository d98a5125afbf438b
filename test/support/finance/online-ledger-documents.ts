/** A stored document or customer of the online ledger. */
export interface LedgerDocumentRow {
  companyId: string
  entity: string
  Id: string
  SyncToken: string
  isVoid: boolean
  body: Record<string, unknown>
}

type Response = [status: number, body: object]

const ENTITIES = ['Customer', 'Invoice', 'CreditMemo', 'Payment', 'Purchase']

/** The error document of the API. */
export const fault = (code: string, message: string): object => ({
  Fault: { Error: [{ Message: message, Detail: message, code }], type: 'ValidationFault' },
})

const NOT_FOUND: Response = [400, fault('610', 'Object Not Found')]

/** The documents of the stand-in of the online ledger, with the rules of its API. */
export const documentStore = () => {
  const documents: LedgerDocumentRow[] = []
  const responses = new Map<string, Response>()

  const shown = ({ entity, body, Id, SyncToken }: LedgerDocumentRow): Response => [
    200,
    { [entity]: { ...body, Id, SyncToken } },
  ]

  const create = (companyId: string, entity: string, body: Record<string, unknown>): Response => {
    const own = documents.filter((one) => one.companyId === companyId && one.entity === entity)
    const name = entity === 'Customer' ? 'DisplayName' : 'DocNumber'
    if (body[name] !== undefined && own.some((one) => one.body[name] === body[name]))
      return [400, fault(entity === 'Customer' ? '6240' : '6140', 'Duplicate')]
    const discounts = (Array.isArray(body.Line) ? body.Line : []).filter(
      ({ DetailType }) => DetailType === 'DiscountLineDetail',
    )
    if (discounts.length > 1) return [400, fault('2010', 'Only one discount line')]
    const row = { companyId, entity, Id: String(9000 + documents.length), SyncToken: '0', isVoid: false, body }
    documents.push(row)
    return shown(row)
  }

  const update = (row: LedgerDocumentRow, body: Record<string, unknown>, isVoid: boolean): Response => {
    if (row.SyncToken !== body.SyncToken) return [400, fault('5010', 'Stale Object Error')]
    row.SyncToken = String(Number(row.SyncToken) + 1)
    if (isVoid) row.isVoid = true
    else row.body = body.sparse === true ? { ...row.body, ...body } : body
    return shown(row)
  }

  const perform = (companyId: string, path: string, parameters: URLSearchParams, text: string): Response => {
    const [name = '', id] = path.split('/')
    const entity = ENTITIES.find((one) => one.toLowerCase() === name)
    if (entity === undefined) return [400, fault('4001', 'Unsupported operation')]
    const body = text === '' ? { Id: id } : (JSON.parse(text) as Record<string, unknown>)
    if (body.Id === undefined) return create(companyId, entity, body)
    const row = documents.find((one) => one.companyId === companyId && one.entity === entity && one.Id === body.Id)
    if (!row) return NOT_FOUND
    const isVoid = parameters.get('operation') === 'void' || parameters.get('include') === 'void'
    return text === '' ? shown(row) : update(row, body, isVoid)
  }

  return {
    documents,
    /** The same request id returns the first response, and creates nothing again. */
    respond: (companyId: string, path: string, parameters: URLSearchParams, text: string): Response => {
      const key = `${companyId}:${parameters.get('requestid')}`
      const response = responses.get(key) ?? perform(companyId, path, parameters, text)
      if (parameters.has('requestid') && response[0] === 200) responses.set(key, response)
      return response
    },
    forgetRequests: () => responses.clear(),
    /** The rows of an entity that a query returns. */
    rows: (companyId: string, entity: string) =>
      documents
        .filter((one) => one.companyId === companyId && one.entity === entity)
        .map(({ body, Id, SyncToken }) => ({ ...body, Id, SyncToken })),
    isDocument: (entity: string) => ENTITIES.includes(entity),
  }
}
