import { useState } from 'react'
import type { ConsoleRoute } from '#contract/operator/settings.ts'
import { textOf } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { FormDialog, TickField, useWaits } from '../form/form-dialog.tsx'
import parts from '../form/console.module.css'
import { ReasonField } from '../form/reason-field.tsx'
import { useEditRoute } from './queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { IconX } from '../../ui/icons.ts'
import { CountryOptions } from '../facts/countries.tsx'
import { useCountryName } from '../../languages/names.ts'
import classes from './routes.module.css'

type CountriesFieldProps = {
  /** null: every country that no other route names. */
  value: readonly string[] | null
  onChange: (countries: readonly string[] | null) => void
}

/** Which countries a route serves: all that no other names, or these. */
function CountriesField({ value, onChange }: CountriesFieldProps) {
  const t = useTexts()
  const countryName = useCountryName()
  const [kept, setKept] = useState<readonly string[]>(value ?? [])
  const choose = (countries: readonly string[]) => {
    setKept(countries)
    onChange(countries)
  }
  return (
    <fieldset className="stack-8">
      <legend className="strong">{t('operator.routes.countries')}</legend>
      <TickField
        label={t('operator.routes.everyOther')}
        checked={value === null}
        onChange={() => onChange(value === null ? kept : null)}
      />
      {value !== null && (
        <>
          {value.length > 0 && (
            <ul className={classes['chosen']} aria-label={t('operator.routes.countries')}>
              {value.map((isoCode) => (
                <li key={isoCode}>
                  <Button
                    size="sm"
                    icon={IconX}
                    aria-label={t('operator.routes.without', { country: countryName(isoCode) })}
                    onClick={() => choose(value.filter((other) => other !== isoCode))}
                  >
                    {countryName(isoCode)}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <SelectField
            label={t('operator.routes.addCountry')}
            value=""
            onChange={(event) => choose([...new Set([...value, event.target.value])])}
          >
            <option value="" disabled>
              {t('operator.routes.chooseCountry')}
            </option>
            <CountryOptions />
          </SelectField>
        </>
      )}
    </fieldset>
  )
}

/** As the contract takes it. */
const MOST = 10_000

type Rate = { above: string; below: string }

/** What a page costs, as a fraction: 127 of 100 is 1.27 units. */
function RateFields({ above, below, onChange }: Rate & { onChange: (rate: Rate) => void }) {
  const t = useTexts()
  const rate = Number(above) / Number(below)
  const number = { type: 'number', inputMode: 'numeric', min: 1, max: MOST, required: true } as const
  return (
    <div className="stack-8">
      <div className={parts['pair']}>
        <TextField
          {...number}
          label={t('operator.routes.numerator')}
          value={above}
          onChange={(event) => onChange({ above: event.target.value, below })}
        />
        <TextField
          {...number}
          label={t('operator.routes.denominator')}
          value={below}
          onChange={(event) => onChange({ above, below: event.target.value })}
        />
      </div>
      <p className="small muted num" role="status">
        {Number.isFinite(rate) && rate > 0 && t('operator.routes.rate', { units: rate })}
      </p>
    </div>
  )
}

type GatewayFieldProps = { name: string; label: string; hint?: string; value: string; gateways: readonly string[] }

/** One of the installation's gateways; one that is gone stays named until another is chosen. */
function GatewayField({ value, gateways, hint, ...field }: GatewayFieldProps) {
  const t = useTexts()
  const isOptional = hint !== undefined
  const names = value === '' || gateways.includes(value) ? gateways : [value, ...gateways]
  return (
    <SelectField {...field} hint={hint} defaultValue={value}>
      {isOptional && <option value="">{t('operator.routes.noFallback')}</option>}
      {names.map((gateway) => (
        <option key={gateway} value={gateway}>
          {gateway}
        </option>
      ))}
    </SelectField>
  )
}

type RouteDialogProps = { route: ConsoleRoute; gateways: readonly string[]; onClose: () => void }

/** Changes an SMS route; messages on their way keep what they were quoted. */
export function RouteDialog({ route, gateways, onClose }: RouteDialogProps) {
  const t = useTexts()
  const [countries, setCountries] = useState<readonly string[] | null>(route.countries)
  const [rate, setRate] = useState({ above: `${route.rateNumerator}`, below: `${route.rateDenominator}` })
  const waits = useWaits()
  const edit = useEditRoute(route.id)
  const send = async (form: FormData) => {
    const change = await edit.send({
      name: textOf(form, 'name').trim(),
      countries: countries && [...countries],
      rateNumerator: Number(rate.above),
      rateDenominator: Number(rate.below),
      gateway: textOf(form, 'gateway'),
      fallbackGateway: textOf(form, 'fallbackGateway') || null,
      returnsUndelivered: form.get('returnsUndelivered') !== null,
      availability: textOf(form, 'availability').trim(),
      reachesDnd: form.get('reachesDnd') !== null,
      reason: textOf(form, 'reason'),
    })
    onClose()
    waits(change)
  }
  return (
    <FormDialog
      title={t('operator.routes.edit')}
      submit={t('operator.form.ask')}
      onSend={send}
      onClose={onClose}
      failureWords={{ invalid_input: 'operator.routes.overlap' }}
    >
      <p className="muted">{t('operator.routes.editText')}</p>
      <TextField label={t('operator.routes.name')} name="name" defaultValue={route.name} maxLength={80} required />
      <CountriesField value={countries} onChange={setCountries} />
      <RateFields {...rate} onChange={setRate} />
      <TextField
        label={t('operator.routes.availability')}
        hint={t('operator.routes.availabilityHint')}
        name="availability"
        defaultValue={route.availability}
        maxLength={120}
      />
      <TickField label={t('operator.routes.reachesDnd')} name="reachesDnd" defaultChecked={route.reachesDnd} />
      <GatewayField name="gateway" label={t('operator.routes.gateway')} value={route.gateway} gateways={gateways} />
      <GatewayField
        name="fallbackGateway"
        label={t('operator.routes.fallback')}
        hint={t('operator.routes.fallbackHint')}
        value={route.fallbackGateway ?? ''}
        gateways={gateways}
      />
      <TickField
        label={t('operator.routes.returns')}
        name="returnsUndelivered"
        defaultChecked={route.returnsUndelivered}
      />
      <ReasonField />
    </FormDialog>
  )
}
