import { expect } from 'vitest'
import type { TestCaller } from '../build-app.ts'
import type { Json } from '../people/contact-parts.ts'
import { expectShape } from '../server/contract-shape.ts'

export const LOG = '/api/logs/tenantevent'
export const ACCEPT = '/api/logs/externalevent/accept'
export const ACCEPT_MANY = '/api/logs/externalevent/acceptevents'

export interface LogRow extends Json {
  RowId: string
  Message: string
}

/** The operations on the log of a tenant, by a caller. */
export const logsOf = (caller: TestCaller) => {
  const good = async (operationId: string, call: ReturnType<TestCaller['get']>): Promise<Json> => {
    const response = await call
    expect(response.statusCode, response.body).toBe(200)
    expectShape(operationId, response.json())
    return response.json()
  }
  const search = async (body: object = {}) => {
    const page = await good('searchTenantEvents', caller.post(LOG, body))
    return { rows: page.Results as LogRow[], total: Number(page.TotalRecordAvailable) }
  }
  return {
    good,
    search,
    /** The messages of a page, whose total must be the number of rows. */
    messages: async (body: object = {}) => {
      const { rows, total } = await search(body)
      expect(total, JSON.stringify(body)).toBe(rows.length)
      return rows.map(({ Message }) => Message)
    },
    accept: (events: object[]) => good('acceptLogEvents', caller.post(ACCEPT_MANY, events)),
    details: (rowId: string) => good('getTenantEventDetails', caller.get(`${LOG}/details/${rowId}`)),
  }
}
