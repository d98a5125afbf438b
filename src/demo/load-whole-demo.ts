import type { FastifyBaseLogger } from 'fastify'
import { sealer } from '#kernel/crypto/seal'
import { feedSecrets } from '#kernel/http/feed-secrets'
import type { Installation } from '../installation/installation.ts'
import { type DemoOptions, type DemoResult, loadDemo } from './load-demo.ts'
import { loadDemoWork } from './work/load-work.ts'

/** Loads a complete demonstration: contacts, and once the work of the office. */
export const loadWholeDemo = async (
  { config, database, secret }: Installation,
  options: Omit<DemoOptions, 'database'> & { log: FastifyBaseLogger },
): Promise<DemoResult & { hasNewWork: boolean }> => {
  const { tenant, now, log } = options
  const contacts = await loadDemo({ ...options, database })
  const secrets = feedSecrets(sealer(...secret.keys('sealed-records')))
  const isMailSent = config.mailUrl !== ''
  return { ...contacts, hasNewWork: await loadDemoWork({ database, tenant, now, log, secrets, isMailSent }) }
}
