import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isWebAddress, mixedName } from '../till/names.ts'
import { baseOf, formOf } from '../till/pages.ts'
import { invalid, missing, noSuch } from './errors.ts'
import { readForm } from './form.ts'
import { type Books, type Customer, seconds } from './session.ts'

const customerObject = (customer: Customer): object => ({
  id: customer.id,
  object: 'customer',
  address: null,
  balance: 0,
  created: seconds(customer.createdAt),
  currency: null,
  default_source: null,
  delinquent: false,
  description: customer.description,
  discount: null,
  email: customer.email,
  invoice_prefix: customer.id.slice(-8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: customer.metadata,
  name: customer.name,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

const customerForm = z.object({
  email: z.email().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  metadata: z.record(z.string(), z.string()).default({}),
})

/** `POST /v1/customers` */
export function addCustomer(books: Books, request: FastifyRequest): object {
  const given = customerForm.safeParse(readForm(formOf(request)))
  if (!given.success) throw invalid('email', 'Invalid email address')
  const { email = null, name = null, description = null, metadata } = given.data
  return customerObject(newCustomer(books, { email, name, description, metadata }))
}

/** Made by a call, or by a page that is to keep a card of somebody whom Stripe does not know. */
export function newCustomer(books: Books, given: Partial<Customer>): Customer {
  const nobody = { email: null, name: null, description: null, metadata: {} }
  const customer: Customer = { ...nobody, ...given, id: mixedName('cus_', 14), createdAt: new Date() }
  books.customers.set(customer.id, customer)
  return customer
}

/** `GET /v1/customers/{customer}` */
export function showCustomer(books: Books, id: string): object {
  const customer = books.customers.get(id)
  if (!customer) throw noSuch(404, 'customer', { id })
  return customerObject(customer)
}

const portalForm = z.object({ customer: z.string().optional(), return_url: z.string().optional() })

/** `POST /v1/billing_portal/sessions`: a page with the customer's payments. */
export function openPortal(books: Books, request: FastifyRequest): object {
  const { customer, return_url } = portalForm.parse(readForm(formOf(request)))
  if (customer === undefined) throw missing('customer')
  if (!books.customers.has(customer)) throw noSuch(400, 'customer', { id: customer, param: 'customer' })
  if (return_url !== undefined && !isWebAddress(return_url)) throw invalid('return_url', 'Not a valid URL')
  const key = mixedName('', 32)
  books.portals.set(key, { customerId: customer, returnUrl: return_url ?? null })
  return {
    id: mixedName('bps_'),
    object: 'billing_portal.session',
    configuration: 'bpc_1Sandbox',
    created: seconds(new Date()),
    customer,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: return_url ?? null,
    url: `${baseOf(request)}/portal/${key}`,
  }
}
