package console

import "time"

func preferenceRoutes() []route {
	return []route{{pattern: "POST /app/preferences", open: true, handle: setPreferences}}
}

// preferenceLife is how long a browser keeps language and theme.
const preferenceLife = 365 * 24 * time.Hour

// setPreferences keeps what the buttons of the layout send.
func setPreferences(v *visit) error {
	if err := v.readForm(); err != nil {
		return err
	}
	switch l := v.field("language"); l {
	case string(languageEnglish), string(languageSpanish):
		setCookie(v.w, languageCookie, l, preferenceLife)
	}
	switch theme := v.field("theme"); theme {
	case "light", "dark":
		setCookie(v.w, themeCookie, theme, preferenceLife)
	case "system":
		setCookie(v.w, themeCookie, "", -time.Second)
	}
	return v.redirect(returnPath(v.field("return")))
}
