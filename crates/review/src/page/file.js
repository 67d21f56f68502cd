// Starts the page of a file, which has its review inside.

const inside = JSON.parse(byId("report").textContent);
openReview(document, inside, [...document.querySelectorAll(".round")].map(part => part.textContent));
startInDocument(pageState);
