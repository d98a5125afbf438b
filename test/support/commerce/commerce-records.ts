import type { TestApp, TestCaller } from '../build-app.ts'
import { addEventRecords } from '../events/event-records.ts'
import { addAdvertisingRecords } from './advertising-records.ts'
import { addBenefitRecords, addPlanRecord } from './benefit-records.ts'
import { addBuyingRecords } from './buying-records.ts'
import { addSponsorRecords } from './sponsor-records.ts'
import { addStoreRecords } from './store-records.ts'

/** The tables of the records of commerce, by the parameters that contain their ids. */
export const COMMERCE_TABLES = {
  sponsorshiptypeid: 'sponsorship_type',
  sponsorid: 'sponsor',
  storeitemid: 'store_item',
  shippingmethodid: 'shipping_method',
  cartid: 'store_cart',
  storepurchaseid: 'store_purchase',
  storevoucherid: 'store_voucher',
  storeitemdigitaldownloadpurchaseid: 'store_download',
  storeiteminventoryid: 'store_item_lot',
  imageid: 'store_item_image',
  benefititemid: 'benefit_item',
  membershiptypepaymentplanid: 'payment_plan',
  benefitpackageid: 'benefit_package',
  contactbenefitid: 'benefit_balance',
  benefittransactionid: 'benefit_transaction',
  massoperationid: 'benefit_mass_operation',
  siteid: 'site',
  sitepageid: 'site_page',
  customadlocationid: 'custom_ad_location',
  adid: 'display_ad',
  eventid: 'event',
  invitationid: 'event_invitation',
  invitationrunid: 'event_invitation_run',
  eventgroupid: 'event_group',
  eventsponsorid: 'event_sponsor',
  registrationid: 'event_registration',
  orderid: 'event_order',
  exhibitorid: 'event_exhibitor',
} as const

/** Adds a record of each kind of commerce to a tenant. */
export const addCommerceRecords = async (server: TestApp, theirs: TestCaller, contactId: number): Promise<void> => {
  await addBenefitRecords(theirs, contactId)
  await addStoreRecords(theirs)
  await addBuyingRecords(theirs, contactId)
  await addPlanRecord(theirs)
  await addAdvertisingRecords(theirs, contactId)
  await addSponsorRecords(theirs, contactId)
  await addEventRecords(server, theirs, contactId)
}
