import { toLanguage } from "@reposo/contract/text/languages.ts";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import "#ui/theme/base.css";
import "#ui/theme/tokens.css";
import { LanguageProvider, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { writeStored } from "#shared/storage/local-storage.ts";
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

const query = new URLSearchParams(window.location.search);

function GalleryPage() {
  const language = useLanguage();
  const texts = useText("manager");
  const [theme, setTheme] = useState<Theme>(query.get("theme") === "dark" ? "dark" : "light");

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  return (
    <Screen bar={<NavBar title="Kit" action={<LanguageSwitch />} />}>
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
const language = toLanguage(query.get("lang"));
// The provider prefers the stored language, so the one in the address is stored.
if (query.has("lang")) writeStored("locale", language);
if (root !== null)
  createRoot(root).render(
    <LanguageProvider
      language={language}
      texts={galleryTexts[language]}
      load={async (chosen) => galleryTexts[chosen]}
    >
      <GalleryPage />
    </LanguageProvider>,
  );
