import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type S3rver from 's3rver'

const root = join(import.meta.dirname, '../../..')

/** The package of the store, which only a few proofs need: it is installed at its first use. */
const loadS3rver = (): typeof S3rver => {
  execFileSync(process.execPath, [join(root, 'scripts/tool.mjs'), 'store'], { stdio: 'inherit' })
  return createRequire(join(root, 'tools/store/package.json'))('s3rver')
}

/** An S3-compatible store on loopback with one bucket. */
export interface S3Server {
  endpoint: string
  bucket: string
  /** The only credential of the server, id and secret. */
  key: string
  close(): Promise<void>
}

export const openS3Server = async (): Promise<S3Server> => {
  const directory = await mkdtemp(join(tmpdir(), 'guildhall-s3-'))
  const bucket = 'guildhall'
  const Store = loadS3rver()
  const server = new Store({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = (await server.run()) as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    key: 'S3RVER',
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
