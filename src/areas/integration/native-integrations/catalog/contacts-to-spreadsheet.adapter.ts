import { cellsOf } from '#services/csv/list-csv'
import type { OutboundRequest } from '#services/outbound/exchange'
import type { ConnectorConfig } from '#services/outbound/outbound.plugin'
import { readAllRows } from '../lists/sent-lists.queries.ts'
import { buildSentProperties, columnsOf, listOf, type SentValues } from '../lists/sent-values.model.ts'
import {
  callOut,
  type NativeApp,
  NativeFault,
  type NativeRun,
  type OAuthConnector,
  type OAuthService,
} from '../native-app.port.ts'
import { sendsList } from './sends-list.model.ts'

/** The addresses of Google Sheets, and the scope of its API. */
const PRODUCTION = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revoke: 'https://oauth2.googleapis.com/revoke',
  api: 'https://sheets.googleapis.com',
} as const

const service: OAuthService = {
  scope: 'https://www.googleapis.com/auth/spreadsheets',
  // Without these, the service issues a refresh token only at the first consent of a user.
  parameters: { access_type: 'offline', prompt: 'consent' },
  addressesOf: (config) =>
    config.spreadsheetClientId === ''
      ? null
      : {
          clientId: config.spreadsheetClientId,
          clientSecret: config.spreadsheetClientSecret,
          authorizeUrl: config.spreadsheetAuthorizeUrl || PRODUCTION.authorize,
          tokenUrl: config.spreadsheetTokenUrl || PRODUCTION.token,
          revokeUrl: config.spreadsheetRevokeUrl || PRODUCTION.revoke,
        },
}

const spreadsheet: OAuthConnector = { name: 'spreadsheet', authentication: 'OAuth2', service }

type SheetValues = SentValues & { SpreadsheetId: string; Sheet: string }

/** Rows of the sheet, the first one with the names of the columns. A spreadsheet has at most 10 million cells. */
const MAX_CELLS = 10_000_000
const TIMEOUT_MS = 60_000
const MAX_BYTES = 262_144

/**
 * Writes contacts into a sheet. Each row has its place by the order of the ids, and rows after the last one are cleared,
 * so that a repeated attempt results in the same sheet.
 */
export const contactsToSpreadsheet: NativeApp<SheetValues> = {
  id: 'contacts-to-spreadsheet',
  name: 'Contacts to spreadsheet',
  description: 'Replaces a sheet of an online spreadsheet by the contacts.',
  connector: spreadsheet,
  formSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['SpreadsheetId'],
    properties: {
      SpreadsheetId: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]{10,100}$',
        title: 'Spreadsheet',
        description: 'Id of the spreadsheet, the part of its address after /d/.',
      },
      Sheet: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        pattern: "^[^'!\\p{Cc}]+$",
        title: 'Sheet',
        description: 'Name of the sheet that is replaced. It must exist.',
        default: 'Contacts',
      },
      ...buildSentProperties(['contacts']),
    },
  },
  ...sendsList,
  run: async (run) => {
    const { scope, values } = run
    const columns = columnsOf(values)
    let row = 1
    let done = 0
    await write(run, row++, [columns])
    for await (const { rows, total } of readAllRows(scope, listOf(values), { filter: values.Filter, columns })) {
      if ((total + 1) * columns.length > MAX_CELLS)
        throw new NativeFault('The contacts do not fit into a spreadsheet. Limit them by a filter or columns.')
      if (rows.length > 0)
        await write(
          run,
          row,
          rows.map((one) => cellsOf(one, columns)),
        )
      row += rows.length
      done += rows.length
      await run.progress(done, total)
    }
    await clearAfter(run, row)
    return `${done} contacts written to the sheet ${values.Sheet}.`
  },
}

/** Writes rows as they are: a text that looks like a formula stays a text. */
const write = async (
  run: NativeRun<SheetValues>,
  first: number,
  rows: readonly (readonly unknown[])[],
): Promise<void> => {
  const range = `'${run.values.Sheet}'!A${first}`
  const body = JSON.stringify({
    range,
    majorDimension: 'ROWS',
    values: rows.map((row) => row.map((cell) => cell ?? '')),
  })
  await call(run, 'PUT', `values/${encodeURIComponent(range)}?valueInputOption=RAW`, body)
}

const clearAfter = async (run: NativeRun<SheetValues>, first: number): Promise<void> => {
  const range = `'${run.values.Sheet}'!A${first}:ZZ`
  await call(run, 'POST', `values/${encodeURIComponent(range)}:clear`, '{}')
}

/** Calls the API. A rejected token is renewed once. */
const call = async (run: NativeRun<SheetValues>, method: 'PUT' | 'POST', path: string, body: string): Promise<void> => {
  const { tools, values } = run
  const url = `${apiUrl(tools.connectorConfig)}/v4/spreadsheets/${values.SpreadsheetId}/${path}`
  const send = (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' }
    const request: OutboundRequest = { url, method, headers, body, timeout: TIMEOUT_MS, maxBytes: MAX_BYTES }
    return callOut(() => tools.outbound.send(request))
  }
  const token = await run.getAccessToken()
  let response = await send(token)
  if (response.status === 401) response = await send(await run.getAccessToken(token))
  if (response.status >= 300) throw faultOf(response.status, response.headers['retry-after'])
}

const apiUrl = ({ spreadsheetApiUrl }: ConnectorConfig): string =>
  (spreadsheetApiUrl || PRODUCTION.api).replace(/\/$/, '')

const MESSAGES = new Map([
  [400, 'The service rejects the rows. Check that the sheet exists.'],
  [401, 'The service rejects the access. Authorize the connection again.'],
  [403, 'The account that granted the access cannot edit the spreadsheet.'],
  [404, 'The spreadsheet does not exist.'],
])

const faultOf = (status: number, retryAfter: string | undefined): NativeFault =>
  new NativeFault(
    MESSAGES.get(status) ??
      `The service responded with the status ${status}. See the status page of the service if it does so again.`,
    {
      isTemporary: status >= 500 || status === 429,
      retryAfter: /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : 0,
    },
  )
