import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '#kernel/config/settings'
import { hasTraces, traceReceiverOf } from '#kernel/tracing/open-tracing'
import { openFileStore } from '#services/files/open-files'
import { verifySmtp } from '#services/mail/transport/smtp-transport'
import { checked, type Finding, fail, ok, warn } from './finding.ts'
import { checkFolder } from './machine.ts'

/** Connects to the mail server and signs in, without sending. */
export const checkMail = async (config: Config): Promise<Finding[]> => {
  if (config.mailUrl === '') {
    const folder = config.mailFolder || join(config.dataDir, 'outbox')
    const found = checkFolder('mail', folder)
    if (found.state === 'fail') return [found]
    return [warn('mail', `No mail leaves this machine: it is written to ${folder}.`, 'Set MAIL_URL and MAIL_FROM.')]
  }
  const { hostname } = new URL(config.mailUrl)
  try {
    await verifySmtp({ url: config.mailUrl, requireTls: config.mailRequireTls })
    return [ok('mail', `The mail server ${hostname} accepts this server.`)]
  } catch (error) {
    const advice = 'Correct MAIL_URL, or ask the operator of the mail server.'
    return [fail('mail', `The mail server ${hostname} cannot be used: ${(error as Error).message}`, advice)]
  }
}

/** Sends an empty batch to the receiver of traces. */
export const checkTraces = async (config: Config, warnings: readonly string[]): Promise<Finding[]> => {
  if (!hasTraces(config)) return [ok('traces', 'Traces are off.')]
  const { probeReceiver } = await import('#kernel/tracing/sdk')
  const reason = await probeReceiver()
  const receiver = `The receiver of traces at ${traceReceiverOf(config)}`
  const advice =
    'Start it, or correct the variables that begin with OTEL_EXPORTER_OTLP. Requests continue without traces.'
  return [
    ...warnings.map((warning) => warn('traces', warning, 'Correct or remove it.')),
    reason === undefined
      ? ok('traces', `${receiver} accepts traces.`)
      : warn('traces', `${receiver} does not accept traces: ${reason}`, advice),
  ]
}

const PROBE = '0/do/doctor'

/** Checks the folder, or stores, lists and deletes a few bytes in the bucket. */
export const checkFiles = async (config: Config): Promise<Finding[]> => {
  if (config.filesS3Bucket === '') return [checkFolder('files', config.filesFolder || join(config.dataDir, 'files'))]
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-doctor-'))
  const path = join(folder, 'probe')
  writeFileSync(path, 'probe')
  const found = await checked('files', async () => {
    const store = await openFileStore(config)
    await store.put(PROBE, { path, size: 5 })
    await store.delete(PROBE)
    return [ok('files', `${store.name} stores and deletes files.`)]
  })
  rmSync(folder, { recursive: true })
  return found.map((one) =>
    one.state === 'fail' ? { ...one, advice: 'Correct the settings that begin with FILES_S3.' } : one,
  )
}
