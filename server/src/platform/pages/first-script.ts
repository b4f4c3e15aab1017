/**
 * Until the app has loaded, records the target of the last tap in `window.earlyTap` (0 without a tap), prevents the
 * submission of forms, and keeps the text of the payment button equal to the chosen price. The app takes over the tap,
 * choices, and texts, and then sets `earlyTap` to null.
 */
const keepEarlyInput = `window.earlyTap=0;(function(on){var isEarly=function(){return window.earlyTap!==null};
on("click",function(e){if(isEarly())window.earlyTap=e.target});
on("submit",function(e){if(isEarly())e.preventDefault()});
on("change",function(e){var l=e.target.dataset.payLabel,b=document.querySelector("[data-pay]");if(l&&b&&isEarly())b.textContent=l})
})(function(n,f){addEventListener(n,f,true)})`.replaceAll("\n", "");

/**
 * Shows a message with a reload button if the entry script fails to load, or the app has not started after 60 s (NET-4).
 * A tap on the button keeps what was typed and chosen, except passwords, for the reloaded document. If the user has not
 * tapped anything, the page reloads when the browser is online again.
 */
const offerReload = `(function(d,k,on){var isFailed,
show=function(){var m=d.getElementById("start-failed");isFailed=1;if(m)m.hidden=false},
controls=function(){return [].slice.call(d.querySelectorAll("input:not([type=password]):not([type=file]),select,textarea"))},
isBox=function(c){return /^(radio|checkbox)$/.test(c.type)};
on("error",function(e){if(e.target.localName==="script")show()});
on("online",function(){if(isFailed&&!window.earlyTap)location.reload()});
setTimeout(function(){if(window.earlyTap!==null)show()},6e4);
on("click",function(e){if(!e.target.closest("[data-reload]"))return;
try{sessionStorage.setItem(k,JSON.stringify([location.href,controls().map(function(c){return isBox(c)?c.checked:c.value})]))}catch(x){}
location.reload()});
d.addEventListener("readystatechange",function(){if(d.readyState!=="interactive")return;if(isFailed)show();
try{var s=JSON.parse(sessionStorage.getItem(k));sessionStorage.removeItem(k);
if(s&&s[0]===location.href)controls().forEach(function(c,i){var v=s[1][i];if(isBox(c))c.checked=v;else c.value=v;if(v)c.dispatchEvent(new Event("change",{bubbles:true}))})
}catch(x){}})
})(document,"reposo.earlyInput",function(n,f){addEventListener(n,f,true)})`.replaceAll("\n", "");

/** Applies the chosen theme before the first frame. */
const showTheme =
  'try{var t=localStorage.getItem("reposo.theme");if(/^(light|dark)$/.test(t))document.documentElement.dataset.theme=t}catch(e){}';

/**
 * Prefetches what the first view needs: the texts of the chosen language and, if a token is stored, the responses to
 * the page's API calls. The headers of these calls must equal those of the API client, which otherwise ignores the
 * responses.
 */
const startEarly = `try{(function(){
var d=document.documentElement.dataset,p=JSON.parse(d.early),s=localStorage,g=function(n){return s.getItem("reposo."+n)},l=g("locale");
if(!p.texts[l])l=p.language;
p.texts[l].forEach(function(f){var e=document.createElement("link");e.rel="modulepreload";e.href=f;document.head.appendChild(e)});
var t=g("token"),o=0-new Date().getTimezoneOffset(),h={lang:l,"Timezone-Offset":String(Math.round(o/15)*15)};
if(!t||(p.needsManager&&g("kind")!=="manager"))return;
var z=g("timeZone")==="account"||o%15!==0?"account":Intl.DateTimeFormat().resolvedOptions().timeZone;
if(z&&z!=="Etc/Unknown")h["Time-Zone"]=z;
h["Access-Token"]=t;
window.earlyCalls=p.calls.map(function(c){
c.headers=h;c.sentAt=Date.now();
c.answer=fetch(c.url,{method:c.method,headers:h,body:c.body===null?null:new URLSearchParams(c.body),cache:"no-store",credentials:"omit"});
c.answer.then(function(){c.receivedAt=Date.now()},function(){});
return c})
})()}catch(e){}`.replaceAll("\n", "");

/**
 * Hides the content of a document that was rendered for another session than that of this browser, for example because
 * its cookie could not be deleted. The app then replaces the content.
 */
const hideForeignContent = `(function(d){var s=d.session,t;
try{t=localStorage.getItem("reposo.token")}catch(e){}
if(s&&(t||"").indexOf(s)!==0)d.foreign=""})(document.documentElement.dataset)`.replaceAll("\n", "");

/** The inline script of every document; it is constant, so that the content security policy can contain its hash. */
export const firstScript = `${keepEarlyInput};${offerReload};${showTheme};${hideForeignContent};${startEarly}`;
