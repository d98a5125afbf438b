import fp from 'fastify-plugin'
import type { Sealer } from '#kernel/crypto/seal'
import { type FileLinks, fileLinks } from './file-links.ts'
import type { Files } from './open-files.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The store of files, and what uploads need. */
    files: Files
    /** Makes and reads the tokens in links to files. */
    fileLinks: FileLinks
  }
}

/** Decorates the application with what areas need to store and send files. */
export const filesPlugin = fp<{ files: Files; sealer: Sealer }>(async (app, { files, sealer }) => {
  app.decorate('files', files)
  app.decorate('fileLinks', fileLinks(sealer))
})
