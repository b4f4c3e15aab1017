import { type Language, languageTags, toLanguage } from "@reposo/contract/text/languages.ts";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import "#ui/theme/base.css";
import "#ui/theme/tokens.css";
import { LanguageSwitch } from "#ui/language-switch/language-switch.tsx";
import { NavBar } from "#ui/nav-bar/nav-bar.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { FeedbackSamples } from "./feedback-samples.tsx";
import { ChartSamples } from "./chart-samples.tsx";
import { FrameSamples } from "./frame-samples.tsx";
import { galleryTexts } from "./gallery-texts.ts";
import { InputSamples } from "./input-samples.tsx";
import { ListSamples } from "./list-samples.tsx";

type Theme = "light" | "dark";

function GalleryPage() {
  const query = new URLSearchParams(window.location.search);
  const [language, setLanguage] = useState<Language>(toLanguage(query.get("lang")));
  const [theme, setTheme] = useState<Theme>(query.get("theme") === "dark" ? "dark" : "light");
  const texts = galleryTexts[language];

  useEffect(() => {
    document.documentElement.lang = languageTags[language];
    document.documentElement.dataset.theme = theme;
  }, [language, theme]);

  return (
    <Screen
      bar={
        <NavBar
          title="Kit"
          action={<LanguageSwitch label={texts.language} value={language} onChange={setLanguage} />}
        />
      }
    >
      <Segmented
        label="Theme"
        value={theme}
        choices={[
          { value: "light", label: "Light" },
          { value: "dark", label: "Dark" },
        ]}
        onChange={setTheme}
      />
      <InputSamples texts={texts} />
      <FeedbackSamples texts={texts} language={language} />
      <ChartSamples texts={texts} language={language} />
      <FrameSamples texts={texts} />
      <ListSamples texts={texts} language={language} />
    </Screen>
  );
}

const root = document.getElementById("gallery");
if (root !== null) createRoot(root).render(<GalleryPage />);
