/**
 * Records the element of the last tap in `window.earlyTap` until the app has loaded; 0 without a tap. The app handles
 * the tap and sets null, which ends the recording.
 */
const recordEarlyTap =
  'window.earlyTap=0;addEventListener("click",function(e){if(window.earlyTap!==null)window.earlyTap=e.target},true)';

/** Applies the chosen theme before the first frame. */
const showTheme =
  'try{var t=localStorage.getItem("reposo.theme");if(/^(light|dark)$/.test(t))document.documentElement.dataset.theme=t}catch(e){}';

/**
 * Reloads the page if its entry script fails to load: after 5 s if the browser is online, and whenever it becomes
 * online. The inline script must do this, because no other code is loaded.
 */
const reloadWithoutEntry =
  'addEventListener("error",function(e){if(e.target.localName!=="script")return;function r(){location.reload()}addEventListener("online",r);if(navigator.onLine)setTimeout(r,5e3)},true)';

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
if(g("timeZone")==="account"||o%15!==0)h["Time-Zone"]="account";
h["Access-Token"]=t;
window.earlyCalls=p.calls.map(function(c){
c.headers=h;c.sentAt=Date.now();
c.answer=fetch(c.url,{method:c.method,headers:h,body:c.body===null?null:new URLSearchParams(c.body),cache:"no-store",credentials:"omit"});
c.answer.then(function(){c.receivedAt=Date.now()},function(){});
return c})
})()}catch(e){}`.replaceAll("\n", "");

/** Until the app has loaded, updates the server-rendered countdown by the server's time. */
const showTimeLeft =
  `(window.earlyCalls||[]).forEach(function(c){var k=function(){return document.querySelector("[data-early-clock]")};
c.answer.then(function(r){return k()?r.clone().json():{}}).then(function(e){
var o=e.data||{},n=Date.parse(o.serverTime)-(c.sentAt+c.receivedAt)/2;
if(o.orderStatus!=="running"||!(Date.parse(o.endsAt)>0)||isNaN(n))return;
(function t(){var d=k(),l=Math.max(0,Date.parse(o.endsAt)-Date.now()-n),s=Math.ceil(l/1e3),p=function(v){return String(v).padStart(2,"0")};
if(!d)return;
d.textContent=p(Math.floor(s/60))+":"+p(s%60);
if(s>0)setTimeout(t,l%1e3||1e3)})()
}).catch(function(){})})`.replaceAll("\n", "");

/**
 * Until the app has loaded, shows a manager's page with the markup in the response to the call `launch`. Until that
 * response arrives, home shows the stored page of the last visit, marked as refreshing. The stored page is used only if
 * session, language, time zone, and day are unchanged. An error other than 429, 500, or 503 removes the stored page.
 */
const showMarkup = `(window.earlyCalls||[]).forEach(function(c){
var u=c.headers,k="reposo.homeMarkup",s=localStorage,m,o,isHome=/[?&]page=home/.test(c.url),by=!isHome||u["Time-Zone"]?null:[u["Access-Token"].slice(0,8),u.lang,u["Timezone-Offset"],new Date().toDateString()].join(" ");
if(!isHome&&!/[?&]address=/.test(c.url))return;
function put(){var d=document,e=d.getElementById("page-outline"),r;
if(e){e.innerHTML=m;r=e.querySelector("[data-refreshing]");if(r)r.hidden=!o}
else if(d.readyState==="loading"&&!d.querySelector("#app>*"))requestAnimationFrame(put)}
try{var q=JSON.parse(s.getItem(k));if(q&&by&&q.by===by){m=q.markup;o=1;put()}}catch(e){}
c.answer.then(function(r){return r.clone().json()}).then(function(e){
var h=e.code===200&&e.data.markup;
if(h){m=h;o=0;put();if(by)s.setItem(k,JSON.stringify({by:by,markup:h}))}
else if(e.code!==200&&e.code!==429&&e.code!==500&&e.code!==503){s.removeItem(k);if(o){m="";put()}}
}).catch(function(){})})`.replaceAll("\n", "");

/** The inline script of every document; it is constant, so that the content security policy can contain its hash. */
export const firstScript = `${recordEarlyTap};${reloadWithoutEntry};${showTheme};${startEarly};${showTimeLeft};${showMarkup}`;
