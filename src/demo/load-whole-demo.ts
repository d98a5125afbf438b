import type { FastifyBaseLogger } from 'fastify'
import { sealer } from '#kernel/crypto/seal'
import { feedSecrets } from '#services/auth/feed-secrets'
import { openFiles } from '#services/files/open-files'
import type { Installation } from '../installation/installation.ts'
import { type DemoOptions, type DemoResult, loadDemo } from './load-demo.ts'
import { loadDemoFiles } from './work/files.ts'
import { loadDemoWork } from './work/load-work.ts'

/** Loads a complete demonstration: contacts, and once the work of the office and its files. */
export const loadWholeDemo = async (
  { config, database, secret }: Installation,
  options: Omit<DemoOptions, 'database'> & { log: FastifyBaseLogger },
): Promise<DemoResult & { hasNewWork: boolean }> => {
  const { tenant, now, log } = options
  const contacts = await loadDemo({ ...options, database })
  const recordSealer = sealer(...secret.keys('sealed-records'))
  const secrets = feedSecrets(recordSealer)
  const processorTools = { sealer: recordSealer, processorUrl: config.processorUrl }
  const isMailSent = config.mailUrl !== ''
  const hasNewWork = await loadDemoWork({ database, tenant, now, log, secrets, processorTools, isMailSent })
  await loadDemoFiles({ database, tenant, now, log, files: await openFiles(config), processorTools })
  return { ...contacts, hasNewWork }
}
