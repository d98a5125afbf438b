import type { ChapterEdit } from '#contract/people/chapters'
import type { ChapterWithParts } from './chapters.queries.ts'

/** Presents a chapter for editing. A deleted group is left out. */
export const presentChapter = (chapter: ChapterWithParts): ChapterEdit => {
  const groupId = chapter.group?.deletedAt ? null : chapter.groupId
  return {
    ChapterId: chapter.id,
    OrganizationId: chapter.organizationId,
    ChapterName: chapter.organization.displayName,
    ChapterNumber: chapter.number,
    ChapterDescription: chapter.description,
    OrganizationContactId: String(chapter.organizationId),
    ParentOrganizationId: chapter.parent?.organizationId ?? 0,
    PrimaryCalenderId: digits(chapter.calendarId),
    CalendarDescription: chapter.calendar?.description ?? null,
    GroupTypeId: groupId === null ? null : '1',
    PrimaryGroupId: digits(groupId),
    DirectoryId: digits(chapter.directoryId),
    PaymentGatewayId: digits(chapter.paymentGatewayId),
    PaymentGatewayType: chapter.paymentGateway?.kind ?? null,
    PreviousDirectoryId: digits(chapter.previousDirectoryId),
    RemoveContactsFromPreviousDirectory: false,
    Owners: presentOwners(chapter),
    PostalCodesJson: chapter.takesPostalCodes ? JSON.stringify(chapter.postalCodes) : null,
    IsDefaultPostalCodeEmpty: chapter.takesPostalCodes && chapter.postalCodes.length === 0,
    AffiliateTenantModel: presentAffiliate(chapter),
    ShouldAllowChapterTenantEditing: chapter.allowsAffiliateEditing,
    ForceSave: false,
  }
}

const digits = (id: number | null): string | null => (id === null ? null : String(id))

const presentOwners = ({ owners }: ChapterWithParts): ChapterEdit['Owners'] =>
  [...owners]
    .sort((a, b) => compare(a.contact.sortName, b.contact.sortName) || a.contactId - b.contactId)
    .map(({ contactId, canEdit, contact }) => ({
      ContactId: contactId,
      Name: contact.displayName,
      EmailAddress: contact.emailAddress,
      CanEdit: canEdit,
    }))

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

const presentAffiliate = (chapter: ChapterWithParts): ChapterEdit['AffiliateTenantModel'] =>
  chapter.affiliateTenantKey === null
    ? null
    : {
        TenantKey: chapter.affiliateTenantKey,
        TenantName: chapter.affiliateName,
        IsActive: chapter.affiliateIsActive,
      }
