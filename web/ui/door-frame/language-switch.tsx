import { useLingui } from '@lingui/react'
import { chooseLanguage, languages, useTexts, type Language } from '../../lib/languages/index.ts'
import classes from './door-frame.module.css'

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)
const choices = Object.keys(languages).filter(isLanguage)

/** The languages, each named in itself; the one that is shown is marked. */
export function LanguageSwitch() {
  const { i18n } = useLingui()
  const t = useTexts()
  return (
    <div className={classes['languages']} role="group" aria-label={t('app.account.language')}>
      {choices.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.locale === language}
          onClick={() => void chooseLanguage(language)}
        >
          {languages[language]}
        </button>
      ))}
    </div>
  )
}
