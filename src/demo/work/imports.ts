import { storeMadeFile } from '#areas/integration/files/files.service'
import { importTasks } from '#areas/people/imports/imports.job'
import { RUN_IMPORT, startImport } from '#areas/people/imports/imports.service'
import type { WorkContext } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import type { Files } from '#services/files/open-files'

/** An audience as Mailchimp exports it; one address is not complete. */
const AUDIENCE = `Email Address,First Name,Last Name,Address,Phone Number,MEMBER_RATING,OPTIN_TIME,LAST_CHANGED,LEID,EUID,NOTES,TAGS
marta.lind@harbor-news.example,Marta,Lind,,,4,2024-02-11 09:30:00,2025-06-02 08:00:00,7001,a1f0,,"""Newsletter"",""Regatta"""
jon.aster@harbor-news.example,Jon,Aster,3 Quay Road  Bristol    BS1 4RB  GB,,3,2023-05-01 17:12:44,2025-01-20 10:15:00,7002,a1f1,,"""Newsletter"""
pier@harbor-news.example,,,,,2,2022-11-19 07:45:10,2024-12-01 12:00:00,7003,a1f2,,
incomplete@,Nora,Field,,,2,2022-11-19 07:46:51,2024-12-01 12:00:00,7004,a1f3,,"""Regatta"""
`

/** Checks an import: a dry run with its counts and reasons, which an office would look at before it imports the file. */
export const loadImport = async (scope: Scope, context: WorkContext, files: Files): Promise<void> => {
  const { id: FileId } = await storeMadeFile(
    scope,
    files,
    'subscribed_email_audience_export.csv',
    Buffer.from(AUDIENCE),
  )
  const { id: importId } = await startImport(scope, files.store, {
    FileId,
    Options: { Match: 'Email', Groups: ['Newsletter'], IsDryRun: true },
  })
  // The waiting job finds it done.
  await importTasks({ files })[RUN_IMPORT]?.(context, { tenantId: scope.db.tenantId, importId })
}
