import { fileURLToPath } from 'node:url'
import type { TenantFacts } from '../data/facts.ts'
import { type Contestant, freePort, startContestant } from './contestant.ts'

export interface ServerOptions {
  url: string
  /** Folder for logs and the product's data directory. */
  folder: string
  /** Arguments of node that start the product. */
  product: readonly string[]
}

/** Number of connections to PostgreSQL, the same for both. */
const POOL_SIZE = '6'

/** The product as in production, with rate limits too high to have an effect. */
export const startProduct = async (options: ServerOptions, key: string): Promise<Contestant> => {
  const port = await freePort()
  return startContestant({
    name: 'product',
    command: options.product,
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: options.url,
      DATABASE_POOL_SIZE: POOL_SIZE,
      GUILDHALL_DATA_DIR: options.folder,
      GUILDHALL_ROLE: 'web',
      GUILDHALL_DEMO: 'false',
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: '0',
      RATE_LIMIT_PER_CREDENTIAL: '100000000',
      RATE_LIMIT_PER_TENANT: '100000000',
    },
    port,
    headers: { authorization: `ApiKey ${key}` },
    readyPath: '/health/ready',
    logFile: `${options.folder}/product.log`,
  })
}

const tsx = fileURLToPath(import.meta.resolve('tsx'))
const bareMain = fileURLToPath(new URL('../bare/main.ts', import.meta.url))

export const startBare = async (options: ServerOptions, facts: TenantFacts): Promise<Contestant> => {
  const port = await freePort()
  return startContestant({
    name: 'bare',
    command: ['--import', tsx, bareMain],
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: options.url,
      POOL_SIZE,
      PORT: String(port),
      FACTS: JSON.stringify(facts),
    },
    port,
    headers: {},
    readyPath: '/ready',
    logFile: `${options.folder}/bare.log`,
  })
}
