import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { bundleFolder } from '../killed/bundle-folder.ts'
import { openTestServer, type TestServer } from '../server/test-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
    /** Whether each tenant has its own ids (see own-ids.ts). */
    hasOwnIds: boolean
  }
}

/** vitest's globalSetup: one database server for the whole run. The returned function ends it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { server, close } = await openTestServer(project.getProvidedContext())
  project.provide('testServer', server)
  return async () => {
    rmSync(bundleFolder, { recursive: true, force: true })
    await close()
  }
}
