import { useState } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { IconX } from '../../ui/icons.ts'
import { CountryOptions, useCountryName } from '../parts/countries.tsx'
import { TickField } from '../parts/tick-field.tsx'
import classes from './routes.module.css'

type CountriesFieldProps = {
  /** null: every country that no other route names. */
  value: readonly string[] | null
  onChange: (countries: readonly string[] | null) => void
}

/** Which countries a route serves: all that no other names, or these. */
export function CountriesField({ value, onChange }: CountriesFieldProps) {
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
