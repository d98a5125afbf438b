/** The keys of the templates of the mails that calendars send by themselves. */
export const APPROVED = 'proposal-approved'
export const DECLINED = 'proposal-declined'
