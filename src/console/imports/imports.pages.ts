import { type Import, operations } from '#contract/people/imports'
import type { ConsolePages } from '../frame/console-pages.ts'
import { notThere, pathId } from '../frame/path-ids.ts'
import type { ConsoleUser } from '../frame/user.ts'
import { quoted } from '../parts/filters.ts'
import { AFTER, nextCursor, PAGE_SIZE } from '../parts/pages.ts'
import { importView } from './import.page.ts'
import { importListView } from './imports.page.ts'
import { cancelView, deleteView } from './questions.page.ts'
import { canImport, startPages } from './start.pages.ts'

const SECTION = '/imports'

/** Imports of files with their progress, and the rows that they refused. */
export const importPages = (pages: ConsolePages): void => {
  pages.page({ path: SECTION, section: SECTION }, async (user, { query }) => {
    const status = query.get('status')
    const after = query.get(AFTER)
    const { body, header } = await user.call(operations.listImports, {
      query: {
        $top: PAGE_SIZE,
        ...(status !== undefined && { $filter: `Status eq ${quoted(status)}` }),
        ...(after !== undefined && { $skiptoken: after }),
      },
    })
    return importListView(user, query, body, { next: nextCursor(header('link')), canStart: canImport(user) })
  })

  startPages(pages)

  pages.page({ path: '/imports/:id', section: SECTION }, async (user, { params }) => {
    const { body } = await user.call(operations.getImport, { params: { importId: pathId(params.id) } })
    const successor = await successorOf(user, body)
    return importView(user, body, { canStart: canImport(user), successor })
  })

  pages.file('/imports/:id/refused.csv', async (user, { id }) => {
    const { body } = await user.call(operations.downloadRefusedRows, { params: { importId: pathId(id) } })
    if (typeof body !== 'object' || !('Content' in body)) throw notThere()
    return { name: `refused-rows-${id}.csv`, type: 'text/csv; charset=utf-8', content: body.Content ?? '' }
  })

  questions(pages)
}

/** Finds the import that has taken over the file of a check. */
const successorOf = async (user: ConsoleUser, { ImportId, FileId, IsDryRun }: Import) => {
  if (!IsDryRun || FileId !== null) return undefined
  const query = { $top: 1, $filter: `DryRunImportId eq ${ImportId}` }
  return (await user.call(operations.listImports, { query })).body.Results[0]
}

const questions = (pages: ConsolePages): void => {
  for (const [verb, view] of [
    ['cancel', cancelView],
    ['delete', deleteView],
  ] as const)
    pages.page({ path: `/imports/:id/${verb}`, section: SECTION }, async (user, { params }) => {
      const { body } = await user.call(operations.getImport, { params: { importId: pathId(params.id) } })
      return view(user, body)
    })

  pages.action({ path: '/imports/:id/cancel', back: ({ id }) => `/imports/${id}` }, async (user, _form, { id }) => {
    const { body } = await user.call(operations.cancelImport, { params: { importId: pathId(id) } })
    const notice = body.IsDryRun
      ? 'The check is stopped. Nothing was imported.'
      : 'The import is stopped. The rows that it has imported stay.'
    return { path: `/imports/${id}`, notice }
  })

  pages.action({ path: '/imports/:id/delete', back: ({ id }) => `/imports/${id}` }, async (user, _form, { id }) => {
    await user.call(operations.deleteImport, { params: { importId: pathId(id) } })
    return { path: SECTION, notice: 'The import is deleted with its file. The contacts stay.' }
  })
}
