import { useLingui } from '@lingui/react'
import { useId } from 'react'
import { chooseScheme, useColorScheme, type SchemeChoice } from '../../device/color-scheme.ts'
import { chooseLanguage, languages, useTexts, type Language, type TextId } from '../../languages/index.ts'
import classes from './preferences.module.css'

const schemes = ['system', 'light', 'dark'] as const satisfies readonly SchemeChoice[]

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)
const spoken = Object.keys(languages).filter(isLanguage)

type ChoicesProps<T extends string> = {
  title: string
  options: readonly { value: T; label: string; lang?: string }[]
  chosen: string
  onChoose: (value: T) => void
}

function Choices<T extends string>({ title, options, chosen, onChoose }: ChoicesProps<T>) {
  const name = useId()
  return (
    <fieldset className={classes['choices']}>
      <legend>{title}</legend>
      <div>
        {options.map(({ value, label, lang }) => (
          <label key={value}>
            <input
              type="radio"
              className="vh"
              name={name}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            <span lang={lang}>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type PreferencesProps = {
  /** What the choice is called, and what can be chosen. */ words: Record<'title' | SchemeChoice, TextId>
}

/** How the pages look and in which language, kept on this device. */
export function Preferences({ words }: PreferencesProps) {
  const t = useTexts()
  const { choice } = useColorScheme()
  const { i18n } = useLingui()
  return (
    <>
      <Choices
        title={t(words.title)}
        options={schemes.map((value) => ({ value, label: t(words[value]) }))}
        chosen={choice}
        onChoose={chooseScheme}
      />
      <Choices
        title={t('app.account.language')}
        options={spoken.map((value) => ({ value, label: languages[value], lang: value }))}
        chosen={i18n.locale}
        onChoose={(value) => void chooseLanguage(value)}
      />
    </>
  )
}
