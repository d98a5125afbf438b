import { fileURLToPath } from 'node:url'
import type { TenantFacts } from '../data/facts.ts'
import { type Contestant, freePort, startContestant } from './contestant.ts'

export interface ServerOptions {
  url: string
  /** Folder for logs and the product's data directory. */
  folder: string
  /** Arguments of node that start the product. */
  product: readonly string[]
  /** Starts a second process of each. */
  hasSecond?: boolean
  /** Further settings of the product. */
  env?: Record<string, string>
}

/** Number of connections to PostgreSQL, the same for both. */
const POOL_SIZE = '6'

/**
 * The product as in production: a web process, which is measured, and a worker, which does the work that its requests
 * cause. Rate limits are too high to have an effect.
 */
export const startProduct = async (options: ServerOptions, key: string): Promise<Contestant> => {
  const [web, second] = await startEach(options, (name) => startWeb(options, key, name), 'product')
  const worker = await startWorker(options).catch(async (error: unknown) => {
    await stopAll([web, second])
    throw error
  })
  return joined(web, second, [worker])
}

/** Starts a server, and its second process if the workloads need it. */
const startEach = async (
  { hasSecond }: ServerOptions,
  start: (name: string) => Promise<Contestant>,
  name: string,
): Promise<[Contestant, Contestant?]> => {
  const first = await start(name)
  if (!hasSecond) return [first]
  const second = await start(`${name}-2`).catch(async (error: unknown) => {
    await first.stop()
    throw error
  })
  return [first, second]
}

/** One contestant: the first process is measured, and stops with the others. */
const joined = (first: Contestant, second?: Contestant, others: Contestant[] = []): Contestant => ({
  ...first,
  stop: () => stopAll([first, second, ...others]),
  ...(second && { second }),
})

const stopAll = async (contestants: readonly (Contestant | undefined)[]): Promise<void> => {
  await Promise.all(contestants.map((each) => each?.stop()))
}

const startWeb = async (options: ServerOptions, key: string, name: string): Promise<Contestant> => {
  const port = await freePort()
  return startContestant({
    name,
    command: options.product,
    env: { ...productEnv(options, 'web'), PORT: String(port), METRICS_PORT: '0' },
    port,
    headers: { authorization: `ApiKey ${key}` },
    readyPath: '/health/ready',
    logFile: `${options.folder}/${name}.log`,
  })
}

/** A worker serves nothing but its metrics. */
const startWorker = async (options: ServerOptions): Promise<Contestant> => {
  const port = await freePort()
  return startContestant({
    name: 'worker',
    command: options.product,
    env: { ...productEnv(options, 'worker'), METRICS_PORT: String(port) },
    port,
    headers: {},
    readyPath: '/metrics',
    logFile: `${options.folder}/worker.log`,
  })
}

const productEnv = ({ url, folder, env }: ServerOptions, role: 'web' | 'worker'): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: url,
  DATABASE_POOL_SIZE: POOL_SIZE,
  GUILDHALL_DATA_DIR: folder,
  GUILDHALL_ROLE: role,
  GUILDHALL_DEMO: 'false',
  HOST: '127.0.0.1',
  RATE_LIMIT_PER_CREDENTIAL: '100000000',
  RATE_LIMIT_PER_TENANT: '100000000',
  RATE_LIMIT_PER_ADDRESS: '100000000',
  // The load solves the captchas on the same processors.
  CAPTCHA_MAX_NUMBER: '1000',
  // Registrants come from different addresses, by X-Forwarded-For: the carts of one address are limited.
  TRUST_PROXY: '127.0.0.1',
  ...env,
})

/** Accepts traces and forgets them, in a process of its own. */
export const startReceiver = async ({ folder }: ServerOptions): Promise<Contestant> => {
  const port = await freePort()
  const code = `require('node:http').createServer((request, response) => request.resume().once('end', () => response.end('{}')))
    .listen(${port}, '127.0.0.1')`
  return startContestant({
    name: 'receiver',
    command: ['-e', code],
    env: {},
    port,
    headers: {},
    readyPath: '/',
    logFile: `${folder}/receiver.log`,
  })
}

const tsx = fileURLToPath(import.meta.resolve('tsx'))
const bareMain = fileURLToPath(new URL('../bare/main.ts', import.meta.url))

export const startBare = async (options: ServerOptions, facts: TenantFacts): Promise<Contestant> => {
  const [first, second] = await startEach(options, (name) => startBareProcess(options, facts, name), 'bare')
  return joined(first, second)
}

const startBareProcess = async (options: ServerOptions, facts: TenantFacts, name: string): Promise<Contestant> => {
  const port = await freePort()
  return startContestant({
    name,
    command: ['--import', tsx, bareMain],
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: options.url,
      POOL_SIZE,
      PORT: String(port),
      // Without the people to change, which would exceed the length of a variable.
      FACTS: JSON.stringify({ ...facts, people: [] }),
    },
    port,
    headers: {},
    readyPath: '/ready',
    logFile: `${options.folder}/${name}.log`,
  })
}
