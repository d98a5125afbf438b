import { createServer, type Server } from 'node:http'
import { type Config, METRICS_PORT } from '#kernel/config/settings'
import { OperatorError } from '#kernel/errors/operator-error'
import { unavailable } from '#kernel/errors/problem'
import { problemDocument } from '#kernel/errors/problem-handler'

/** An address that no other process can take until the server listens on it. */
export interface ReservedAddress {
  release(): Promise<void>
}

export interface ReservedAddresses {
  web: ReservedAddress
  metrics: ReservedAddress
}

interface Address {
  host: string
  port: number
}

/** The settings of an address, for messages. */
interface AddressSettings {
  host: string
  port: string
}

export const WEB_SETTINGS: AddressSettings = { host: 'HOST', port: 'PORT' }
const METRICS_SETTINGS: AddressSettings = { host: 'METRICS_HOST', port: 'METRICS_PORT' }

/**
 * Listens on the configured addresses before any work on the database, so that a port in use ends the process immediately.
 * Until the server takes over, `/health/live` returns 200 and all else 503, also during long migrations.
 * @throws OperatorError that names the setting to change
 */
export const reserveAddresses = async (config: Config): Promise<ReservedAddresses> => {
  const web = config.role === 'worker' ? NOTHING : await reserve(config, WEB_SETTINGS)
  // The default port of metrics may be in use: another one is chosen then.
  if (config.metricsPort === METRICS_PORT) return { web, metrics: NOTHING }
  const address = { host: config.metricsHost, port: config.metricsPort }
  return { web, metrics: await reserve(address, METRICS_SETTINGS) }
}

const NOTHING: ReservedAddress = { release: async () => undefined }

const reserve = async (address: Address, settings: AddressSettings): Promise<ReservedAddress> => {
  const server = startingServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenFault(error, address, settings)))
    server.listen(address.port, address.host, resolve)
  })
  const release = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  // Any free port: only the host is checked.
  if (address.port > 0) return { release }
  await release()
  return NOTHING
}

const startingServer = (): Server =>
  createServer((request, response) => {
    response.setHeader('connection', 'close')
    if (request.url === '/health/live') {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end('{"status":"ok"}')
      return
    }
    const problem = unavailable('The server is starting. Try again in a moment.')
    const id = crypto.randomUUID()
    response
      .writeHead(problem.status, {
        ...problem.headers,
        'content-type': 'application/problem+json; charset=utf-8',
        'x-request-id': id,
      })
      .end(JSON.stringify(problemDocument(problem, { id, ...(request.url !== undefined && { url: request.url }) })))
  })

type Fault = (address: Address, settings: AddressSettings) => string

const unknownHost: Fault = ({ host }, settings) => `${settings.host}: the name "${host}" is unknown. Correct it.`

const FAULTS: ReadonlyMap<string, Fault> = new Map(
  Object.entries<Fault>({
    EADDRINUSE: ({ host, port }, settings) =>
      `Port ${port} of ${host} is already in use. Stop the program that uses it, or set ${settings.port} to another port.`,
    EACCES: ({ port }, settings) =>
      `This user may not listen on port ${port}. Set ${settings.port} to a port above 1023, and let a proxy use ${port}.`,
    EADDRNOTAVAIL: ({ host }, settings) => `${host} is not an address of this machine. Correct ${settings.host}.`,
    ENOTFOUND: unknownHost,
    EAI_AGAIN: unknownHost,
  }),
)

/** The error of a server that cannot listen, in words; any other error unchanged. */
export const listenFault = (error: unknown, address: Address, settings: AddressSettings): unknown => {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  const describe = /^(listen|bind|getaddrinfo)$/.test(syscall) ? FAULTS.get(code) : undefined
  return describe ? new OperatorError(describe(address, settings), { cause: error }) : error
}
