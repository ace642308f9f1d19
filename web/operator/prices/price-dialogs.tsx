import { symbolOf } from '#contract/money.ts'
import type { ConsolePrices, ConsolePlan } from '#contract/operator/settings.ts'
import { textOf } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { TextField, AreaField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { CountryOptions } from '../facts/countries.tsx'
import { CurrencyOptions } from './currencies.tsx'
import { Fact, Facts } from '../facts/facts.tsx'
import { FormDialog, useWaits, TickField } from '../form/form-dialog.tsx'
import { ReasonField } from '../form/reason-field.tsx'
import { type Offer, useOfferName, usePricePlace } from './words.ts'
import { StartField, startIn } from './start-field.tsx'
import { useSetPrice, useSavePlan } from './queries.ts'

export type Price = ConsolePrices['sms'][number]
type PriceDialogProps = {
  offer: Offer
  /** The price in force, or none for a new one. */
  price: Price | null
  onClose: () => void
}

function Place() {
  const t = useTexts()
  return (
    <>
      <SelectField label={t('operator.churches.country')} name="isoCode" hint={t('operator.prices.countryHint')}>
        <option value="">{t('operator.prices.elsewhere')}</option>
        <CountryOptions />
      </SelectField>
      <SelectField label={t('operator.church.currency')} name="currency" required defaultValue="">
        <option value="" disabled>
          {t('operator.prices.chooseCurrency')}
        </option>
        <CurrencyOptions />
      </SelectField>
    </>
  )
}

function KnownPlace({ price }: { price: Price }) {
  const t = useTexts()
  const placeOf = usePricePlace()
  const money = useMoney()
  return (
    <Facts>
      <Fact label={t('operator.churches.country')}>{placeOf(price)}</Fact>
      <Fact label={t('operator.prices.now')}>{money.decimal(price.amount, price.currency)}</Fact>
    </Facts>
  )
}

/** Sets a price in a country and currency; the one in force there ends. */
export function PriceDialog({ offer, price, onClose }: PriceDialogProps) {
  const t = useTexts()
  const waits = useWaits()
  const offerName = useOfferName()
  const set = useSetPrice()
  const send = async (form: FormData) => {
    const amount = textOf(form, 'amount').trim().replace(',', '.')
    const place = price ?? { isoCode: textOf(form, 'isoCode') || null, currency: textOf(form, 'currency') }
    const { isoCode, currency } = place
    const reason = textOf(form, 'reason')
    const { product } = offer
    const wanted = { product, planId: offer.plan?.id ?? null, isoCode, currency, amount, startsOn: startIn(form) }
    const change = await set.send({ ...wanted, reason })
    onClose()
    waits(change)
  }
  return (
    <FormDialog
      title={t(price ? 'operator.prices.change' : 'operator.prices.add')}
      submit={t('operator.form.ask')}
      onSend={send}
      onClose={onClose}
      failureWords={{ invalid_input: 'operator.prices.badAmount' }}
    >
      <p className="muted">{t('operator.prices.text', { what: offerName(offer) })}</p>
      {price ? <KnownPlace price={price} /> : <Place />}
      <TextField
        label={price ? t('operator.prices.newAmount', { sign: symbolOf(price.currency) }) : t('operator.prices.amount')}
        hint={t('operator.prices.amountHint')}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        pattern="\d{1,9}([.,]\d{1,6})?"
        maxLength={16}
        required
      />
      <StartField />
      <ReasonField />
    </FormDialog>
  )
}

/** Ends a price; nothing is sold in that place until there is another. */
export function EndPriceDialog({ offer, price, onClose }: PriceDialogProps & { price: Price }) {
  const t = useTexts()
  const waits = useWaits()
  const placeOf = usePricePlace()
  const offerName = useOfferName()
  const set = useSetPrice()
  const { isoCode, currency } = price
  const send = async (form: FormData) => {
    const wanted = {
      product: offer.product,
      planId: offer.plan?.id ?? null,
      isoCode,
      currency,
      amount: null,
      startsOn: startIn(form),
    }
    const change = await set.send({ ...wanted, reason: textOf(form, 'reason') })
    onClose()
    waits(change)
  }
  return (
    <FormDialog
      title={t('operator.prices.endTitle')}
      submit={t('operator.prices.end')}
      isDanger
      onSend={send}
      onClose={onClose}
    >
      <p>{t('operator.prices.endText', { what: offerName(offer), currency, place: placeOf(price) })}</p>
      <StartField />
      <ReasonField />
    </FormDialog>
  )
}

/** As the contract takes them. */
const [LONGEST_NAME, LONGEST_DESCRIPTION, LARGEST] = [80, 300, 10_000_000]

type PlanDialogProps = { plan: ConsolePlan | null; onClose: () => void }

/** Adds a plan, or changes one. */
export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const t = useTexts()
  const waits = useWaits()
  const save = useSavePlan(plan?.id ?? null)
  const send = async (form: FormData) => {
    const change = await save.send({
      name: textOf(form, 'name').trim(),
      description: textOf(form, 'description').trim(),
      membershipSize: Number(textOf(form, 'membershipSize')),
      offered: form.get('offered') !== null,
      reason: textOf(form, 'reason'),
    })
    onClose()
    waits(change)
  }
  return (
    <FormDialog
      title={t(plan ? 'operator.prices.editPlan' : 'operator.prices.addPlan')}
      submit={t('operator.form.ask')}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={t('operator.prices.planName')}
        name="name"
        defaultValue={plan?.name}
        maxLength={LONGEST_NAME}
        required
      />
      <TextField
        type="number"
        label={t('operator.prices.planSize')}
        hint={plan ? t('operator.prices.planSizeKept') : undefined}
        name="membershipSize"
        defaultValue={plan?.membershipSize}
        min={1}
        max={LARGEST}
        inputMode="numeric"
        required
      />
      <AreaField
        label={t('operator.prices.planDescription')}
        aside={t('operator.form.optional')}
        name="description"
        rows={2}
        defaultValue={plan?.description}
        maxLength={LONGEST_DESCRIPTION}
      />
      <TickField label={t('operator.prices.planOffered')} name="offered" defaultChecked={plan?.offered ?? true} />
      <ReasonField />
    </FormDialog>
  )
}
