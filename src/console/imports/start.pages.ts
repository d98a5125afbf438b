import { operations as files } from '#contract/integration/files'
import { operations } from '#contract/people/imports'
import type { ConsolePages } from '../frame/console-pages.ts'
import { notAllowed, pathId } from '../frame/path-ids.ts'
import type { ConsoleUser } from '../frame/user.ts'
import { choicesOf } from './import-choices.ts'
import { fileView, newImportView } from './start.page.ts'

const SECTION = '/imports'
const NEW = '/imports/new'

/** Whether the user can upload and import a file. */
export const canImport = (user: ConsoleUser): boolean =>
  ['imports:write', 'files:write', 'contacts:write'].every((scope) => user.can(scope))

/** Starting an import: upload a file, look at what it means, check all rows, then import it. */
export const startPages = (pages: ConsolePages): void => {
  pages.page({ path: NEW, section: SECTION }, async (user) => {
    if (!canImport(user)) throw notAllowed('import files')
    return newImportView(user, (await user.call(operations.listImportFields)).body.Presets)
  })

  pages.upload({ path: NEW, back: () => NEW }, async (user, file) => {
    const { body } = await user.call(files.uploadFile, { file })
    return { path: `/imports/files/${body.FileId}`, notice: `${body.Name} is uploaded. Nothing is imported yet.` }
  })

  pages.page({ path: '/imports/files/:file', section: SECTION }, async (user, { params, query }) => {
    const FileId = pathId(params.file)
    const [preview, fields] = await Promise.all([
      user.call(operations.previewImport, { body: { FileId, Options: choicesOf(query) } }),
      user.call(operations.listImportFields),
    ])
    return fileView(user, query, { fileId: FileId, preview: preview.body, fields: fields.body })
  })

  pages.action(
    { path: '/imports/files/:file', back: ({ file }) => `/imports/files/${file}` },
    async (user, form, { file }) => {
      const Options = { ...choicesOf(form), IsDryRun: true }
      const { body } = await user.call(operations.startImport, { body: { FileId: pathId(file), Options } })
      return { path: `/imports/${body.ImportId}`, notice: 'All rows are checked. Nothing is imported yet.' }
    },
  )

  pages.action({ path: '/imports/:id/run', back: ({ id }) => `/imports/${id}` }, async (user, _form, { id }) => {
    const { body: checked } = await user.call(operations.getImport, { params: { importId: pathId(id) } })
    const { body } = await user.call(operations.startImport, {
      body: { FileId: checked.FileId ?? 0, Options: { ...checked.Options, IsDryRun: false } },
    })
    return {
      path: `/imports/${body.ImportId}`,
      notice: `${body.FileName} is imported now. This page shows the progress.`,
    }
  })
}
