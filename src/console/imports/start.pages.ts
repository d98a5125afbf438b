import { operations as files } from '#contract/integration/files'
import { operations } from '#contract/people/imports'
import { type FormValues, queryText } from '#services/pages/form-values'
import type { ConsolePages } from '../frame/console-pages.ts'
import { notAllowed, pathId } from '../frame/path-ids.ts'
import { problemText, Refused } from '../frame/refused.ts'
import type { ConsoleUser } from '../frame/user.ts'
import { choicesOf, mapsColumns } from './import-choices.ts'
import { fileView, newImportView, unreadFileView, usedFileView } from './start.page.ts'

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
    const fileId = pathId(params.file)
    const fields = await user.call(operations.listImportFields)
    try {
      const imports = await importsOfFile(user, fileId)
      if (imports.length > 0) return usedFileView(user, imports)
      const Options = await mappedChoices(user, fileId, query)
      const preview = await user.call(operations.previewImport, { body: { FileId: fileId, Options } })
      return fileView(user, query, { fileId, preview: preview.body, fields: fields.body })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.problem.code === 'unknown-reference') return usedFileView(user, [])
      if (!UNREADABLE.has(error.problem.code)) throw error
      return unreadFileView(user, query, fileId, problemText(error.problem))
    }
  })

  pages.action(
    {
      path: '/imports/files/:file',
      back: ({ file }, form) => `/imports/files/${file}?${queryText(form.without('form'))}`,
    },
    async (user, form, { file }) => {
      const FileId = pathId(file)
      const Options = { ...(await mappedChoices(user, FileId, form)), IsDryRun: true }
      const { body } = await user.call(operations.startImport, { body: { FileId, Options } })
      return { path: `/imports/${body.ImportId}`, notice: 'All rows are being checked. Nothing is imported yet.' }
    },
  )

  pages.action({ path: '/imports/:id/run', back: ({ id }) => `/imports/${id}` }, async (user, _form, { id }) => {
    const { body: checked } = await user.call(operations.getImport, { params: { importId: pathId(id) } })
    if (checked.FileId === null) throw usedAlready(checked.FileName)
    const { body } = await user.call(operations.startImport, {
      body: { FileId: checked.FileId, Options: { ...checked.Options, IsDryRun: false } },
    })
    return {
      path: `/imports/${body.ImportId}`,
      notice: `${body.FileName} is imported now. This page shows the progress.`,
    }
  })
}

/** The choices of a form, which maps columns by their numbers: the preview names their headers. @throws Refused. */
const mappedChoices = async (user: ConsoleUser, FileId: number, form: FormValues) => {
  const Options = choicesOf(form)
  if (!mapsColumns(form)) return Options
  const { body } = await user.call(operations.previewImport, { body: { FileId, Options } })
  const headers = body.Columns.map(({ Header }) => Header)
  return ordersOfDates(user, FileId, choicesOf(form, headers))
}

/** Leaves out the orders of columns that are no dates: a form keeps the order of a column whose field was changed since. */
const ordersOfDates = async (user: ConsoleUser, FileId: number, Options: ReturnType<typeof choicesOf>) => {
  const { DateOrders } = Options
  if (!DateOrders || DateOrders.length === 0) return Options
  const preview = await user.call(operations.previewImport, {
    body: { FileId, Options: { ...Options, DateOrders: [] } },
  })
  const { body } = await user.call(operations.listImportFields)
  const dates = new Set(body.Fields.flatMap(({ Name, IsDate }) => (IsDate ? [Name] : [])))
  const columns = preview.body.Columns.filter(({ Field }) => Field !== null && dates.has(Field))
  const headers = new Set(columns.map(({ Header }) => Header))
  return { ...Options, DateOrders: DateOrders.filter(({ Header }) => headers.has(Header)) }
}

/** The problems of a preview that other choices can avoid. */
const UNREADABLE: ReadonlySet<string> = new Set(['import-file', 'invalid-input'])

/** Lists the imports that have the file. A check that has ended gives it back. */
const importsOfFile = async (user: ConsoleUser, fileId: number) => {
  const $filter = `FileId eq ${fileId} and (IsDryRun eq false or FinishedDate eq null)`
  const { body } = await user.call(operations.listImports, { query: { $filter, $top: 10 } })
  return body.Results
}

const usedAlready = (name: string): Refused =>
  new Refused({
    status: 409,
    code: 'conflict',
    detail: `${name} was imported already. This page has a link to its import.`,
    errors: [],
  })
