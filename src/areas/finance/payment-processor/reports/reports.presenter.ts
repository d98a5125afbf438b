import type {
  ConnectAccountCharges,
  NegativeBalances,
  PayprocReport,
  PendingFileDownload,
} from '#contract/finance/payment-processor'
import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { ProcessorReport } from '#prisma/client'

const urlOf = ({ fileId, fileName }: ProcessorReport): string => `/api/webdav/${fileId}/${encodeURIComponent(fileName)}`

const presentReport = (report: ProcessorReport): PayprocReport => ({
  FileId: String(report.fileId),
  FileName: report.fileName,
  StartDate: report.startOn && dayOf(report.startOn),
  EndDate: report.endOn && dayOf(report.endOn),
  FileFormat: report.format as PayprocReport['FileFormat'],
  Status: report.status as PayprocReport['Status'],
  PercentComplete: report.percent,
  RowCount: report.status === 'Completed' ? report.rowCount : null,
  CreatedDate: report.createdAt.toISOString(),
  Message: report.message,
  DownloadUrl: report.status === 'Completed' ? urlOf(report) : null,
})

const presentNewest = (reports: readonly ProcessorReport[]) => {
  const newest = reports.find(({ status }) => status === 'Completed')
  return { FileId: newest ? String(newest.fileId) : null, DownloadUrl: newest ? urlOf(newest) : null }
}

export const presentChargesForm = (
  { first, last }: { first: Day; last: Day },
  reports: readonly ProcessorReport[],
): ConnectAccountCharges => ({
  Instructions: 'Lists the charges of all accounts at the payment processor. Choose a span of at most 12 months.',
  StartDate: first,
  EndDate: last,
  FileFormat: 'CSV',
  ListViewItems: reports.map(presentReport),
  ...presentNewest(reports),
})

export const presentBalancesForm = (reports: readonly ProcessorReport[]): NegativeBalances => ({
  Instructions: 'Lists the accounts at the payment processor whose balance is below zero.',
  FileFormat: 'CSV',
  ListViewItems: reports.map(presentReport),
  ...presentNewest(reports),
  SecretKey: null,
})

export const presentPending = (report: ProcessorReport, seconds: number): PendingFileDownload => ({
  JobType: report.kind as PendingFileDownload['JobType'],
  Message: 'The report is in preparation. The form shows its progress.',
  Result: 'Pending',
  BackgroundJobEstimatedSeconds: seconds,
  JobId: String(report.id),
  PendingDownloadFileId: report.fileId,
})
