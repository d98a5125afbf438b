import { expect } from 'vitest'
import { buildTestApp, type TestApp, type TestAppOptions, type TestCaller } from '../build-app.ts'
import type { Json } from '../people/contact-parts.ts'
import { expectShape } from '../server/contract-shape.ts'
import { type OnlineLedgerServer, startOnlineLedger } from './online-ledger.ts'

export const ROOT = '/api/ledgersettings/settings'

/** The ledger settings of one tenant through the API. */
export const ledgerApi = (caller: TestCaller) => {
  const good = async (operationId: string, call: ReturnType<TestCaller['get']>): Promise<Json & Json[]> => {
    const response = await call
    expect(response.statusCode, response.body).toBe(200)
    const body = response.json()
    expectShape(operationId, body)
    return body
  }
  const get = (operationId: string, path: string) => good(operationId, caller.get(`${ROOT}/${path}`))
  return {
    caller,
    good,
    get,
    post: (operationId: string, path: string, body: object) => good(operationId, caller.post(`${ROOT}/${path}`, body)),
    settings: () => get('getLedgerSettings', 'ledgeronline'),
    install: (body: object = {}) => good('saveLedgerInstall', caller.post(`${ROOT}/ledgerinstall`, body)),
    connect: () => get('connectLedger', 'connect/ledgeronline') as Promise<Json>,
  }
}

export type LedgerApi = ReturnType<typeof ledgerApi>

/** An app whose operator has configured the online ledger, which is a stand-in on loopback. */
export interface OnlineBench {
  server: TestApp
  ledger: OnlineLedgerServer
  /** A new tenant with an installed and connected ledger. */
  connected(): Promise<LedgerApi>
  close(): Promise<void>
}

export const openOnlineLedger = async (options: TestAppOptions = {}): Promise<OnlineBench> => {
  const ledger = await startOnlineLedger()
  const server = await buildTestApp({ ...options, config: { ...ledger.config, ...options.config } })
  return {
    server,
    ledger,
    connected: async () => {
      const api = ledgerApi(await server.tenant())
      await api.install()
      const { Location } = await api.connect()
      const page = await server.app.inject({ url: ledger.grant(String(Location)) })
      expect(page.statusCode, page.body).toBe(200)
      return api
    },
    close: async () => {
      await server.close()
      await ledger.close()
    },
  }
}
